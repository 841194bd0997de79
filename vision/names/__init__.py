"""What is printed on cards, read without an enrolled picture of them: names on their ribbons, colours, symbols.

``ribbons`` finds the pale bars on which names stand, ``letters`` reads them, ``matching`` weighs what was read against
the names that can be there, ``plane`` finds the table under them, ``grounds`` and ``rounds`` read a board and what lies
on it, ``city`` all of it.
"""
