"""What a finished round teaches: what each seat could have held, hints after Ilyichev, the choices of each turn."""
