# In a copy: the folder's name, and `OS mykernel` for cyclescope_add_to(firmware OS mykernel). Without
# TESTED and MAY_REFUSE if the kernel does not run on this computer. The lists that other ports use are
# explained in ../../declarations.cmake.
cyclescope_port(template
  SOURCES port.c
  WORK_AREA static_memory
  CLOCKS posix dwt
  TESTED port.c
  MAY_REFUSE all)
