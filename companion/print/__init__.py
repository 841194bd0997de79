"""What a table needs on paper: mats with markers, the proxies as cut sheets, sleeve labels, seat badges."""
