"""The rules of dominoes: tiles, the line of play, rule sets, events and the referee.

Pure Python, standard library only. Nothing here knows of pixels, files, clocks or the web.
"""
