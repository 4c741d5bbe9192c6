cyclescope_family(mutex
  PLACE 20
  ABOUT "lock and unlock"
  HELP "One uncontended mutex, as in NXP's white paper on Zephyr and Linux."
  SOURCES mutex.c)
