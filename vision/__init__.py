"""From pixels to what lies on the table. Knows tiles and sets, no game rules."""
