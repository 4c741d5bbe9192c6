# The inline functions of bench.h as functions that other languages can call.
cyclescope_part(bindings
  SOURCES interface.c calls.c)
