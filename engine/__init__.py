"""The rules of the games, in the standard library alone. Knows nothing of pixels, files, time zones or the web.

What is where: `tiles` (what dominoes exist), `line` (the line of play and its open ends), `rulesets`, `presets` and
`options` (games as data), `game` (a round with all hands known), `fish` and `scoring` (how it ends and what it is
worth), `events` and `fold` (the log and the state it tells), `referee` and `judge` (what was seen becomes events),
`explain` (the reason of each verdict), `selfplay` (random rounds).
"""
