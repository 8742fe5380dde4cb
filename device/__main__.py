"""`python -m device`: the command line."""

from device.cli import console

if __name__ == "__main__":
    console()
