"""``companion run``: one table, all its processes.

- ``plan.make_plan``: what a person asks for (``Wish``), checked (``Plan``);
- ``parts.parts_of``: the processes of that table and how each is started;
- ``supervisor.Supervisor``: starts them, starts again what dies or hangs, tells the referee how they are;
- ``holding.hold``: one session at a time in one folder;
- ``running.Session``: a running table, as its views.

Nothing is imported here: each part takes from it the little that it needs.
"""
