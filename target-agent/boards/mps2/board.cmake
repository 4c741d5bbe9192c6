# Emulated boards of Arm, as images of our own.
cyclescope_board(mps2
  PROGRAM main.c startup.c)
