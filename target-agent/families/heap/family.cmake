cyclescope_family(heap
  PLACE 10
  ABOUT "allocate and free"
  HELP "Blocks of 4 bytes, as in NXP's white paper on Zephyr and Linux."
  SOURCES heap.c)
