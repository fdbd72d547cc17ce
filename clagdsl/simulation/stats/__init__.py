"""What many matches come to: counted exactly, merged in any order, told with intervals."""
