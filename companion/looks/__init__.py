"""How the pieces look wherever they are drawn, touchscreen or phone: icons, colours, order. No rules, no toolkit."""
