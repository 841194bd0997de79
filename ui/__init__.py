"""The touchscreen: a Kivy client of the referee, drawing one view and sending commands, nothing more."""
