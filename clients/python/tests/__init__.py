"""The tests of the client of Python: `python3 -m unittest discover -s tests -t .` in this folder's
parent.
"""
