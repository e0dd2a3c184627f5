"""The tests of the client of Python: `python3 -m unittest discover -s test -t .` in this folder's
parent.
"""
