# The work area of families that work on data, where no operating system hands out memory.
cyclescope_part(static_memory
  SOURCES work_area.c)
