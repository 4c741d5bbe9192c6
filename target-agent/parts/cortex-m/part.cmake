# Caches, interrupts and identification, common to all Cortex-M.
cyclescope_part(cortex-m
  SOURCES caches.c caching.c core_facts.c interrupt.c)
