cyclescope_family(stream
  PLACE 130
  ABOUT "send and receive bytes"
  HELP "The stream cases of the oveRTOS table. Refused where the kernel has no byte streams."
  SOURCES stream.c
  BINDINGS stream_bindings.c
  LARGE)
