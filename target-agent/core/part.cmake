# The empty loop is subtracted from the figures, so it is compiled with the benchmarks' options.
# Nothing else here runs inside a measured window.
cyclescope_part(core
  SOURCES agent.c commands.c control.c counting.c events.c facts.c measuring.c registry.c request.c
          run.c sizes.c text.c
  MEASURED nothing.c)
