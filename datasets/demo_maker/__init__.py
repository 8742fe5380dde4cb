"""Makes the shipped recording datasets/demo: `python -m datasets.demo_maker`.

The engine plays a round with itself; its tiles are laid out on a table as people lay them, the renderer of models/
draws what a camera above that table sees, and the referee says which events a perfect observer would report.
"""
