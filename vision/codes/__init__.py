"""Printed codes and tags: QR and Code 128 (``reading``, in a process of its own: ``process``), markers (``tags``)."""
