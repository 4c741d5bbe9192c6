# PROGRAM: a program that is nothing but the agent. AUTOSTART: one that becomes the agent when the host
# starts it. FIRST_PROCESS: also the first process of a system, which takes an MMU.
cyclescope_board(linux
  SOURCES agent.c
  FIRST_PROCESS init.c
  PROGRAM main.c
  AUTOSTART autostart.c
  AUTOSTART_OPTIONS -Wl,--wrap=main)
