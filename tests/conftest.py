"""What all tests share. Nothing heavy: most tests need neither the app nor a browser."""

from hypothesis import settings

# The same examples in every run, and no deadline on a busy machine.
settings.register_profile("companion", derandomize=True, deadline=None)
settings.load_profile("companion")
