"""The board for phones: the live table in any browser, served by the referee, without an app or the internet."""
