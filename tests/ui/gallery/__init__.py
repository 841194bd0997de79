"""Every screen, reached by taps in a real window, measured, and pictured: ``python -m tests.ui.gallery --help``.

``stops/`` says which screens there are and how one gets to each; ``scenes`` what lies on the table then; ``visitor``
walks; ``measure`` says what is wrong with what is drawn.
"""
