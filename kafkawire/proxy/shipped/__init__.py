"""Filters that ship: each a module about a page long, to be used by its name on the command line, or to be copied.

Names are entry points of the group `kafkawire.proxy.filters`, as those of your own packages are.
"""
