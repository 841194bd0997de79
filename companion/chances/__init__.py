"""Each seat's chance to win, by playing on from a position as everybody at the table knows it.

- ``playouts``: one position played on to the end, in a process of its own;
- ``whatif.WhatIf``: several such processes asked at once, and their shares as an ``Estimate`` with its interval;
- ``course.Course``: which events of a game change the chances, and what is known after each;
- ``__main__``: the process beside the referee that works out the course of the game being played.

Nothing is imported here: the process sleeps, and stays small, until somebody wants to see the chances.
"""
