"""What a table needs to be well, a module each, found by itself (the pattern is Home Assistant Supervisor's).

A module has ``look(place)``, which gives one ``Check`` or several, and ``ORDER``: its place in the order in which a
person would mend.
"""
