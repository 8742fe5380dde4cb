"""One module a command, named as the command; device/cli.py lists them and says what such a module has."""
