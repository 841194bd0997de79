"""A second painter, for which nothing is tuned: the twin's tables path-traced, and played through the whole product.

Blender comes as the Python module ``bpy``, in an environment of its own (``make photoreal``), for development only.
"""
