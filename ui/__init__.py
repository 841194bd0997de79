"""The touchscreen (Kivy): a pure client of the referee."""
