"""The appliance: cameras, recordings, the live loop, the store, the web server and its pages, the command line."""
