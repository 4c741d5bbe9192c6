# Images without a project: they run from RAM of any Cortex-M, wherever the host puts them.
cyclescope_board(ram
  PROGRAM startup.c
  COUNTER counter.c
  QUIET quiet.c rtt.c)
