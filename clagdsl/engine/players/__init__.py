"""Players that need nobody: one at random, and a steady one."""
