"""What `tilefish bench` measures; how it is asked for and printed is in `device.commands.bench`."""
