# The loop without an operation is subtracted from the figures: it is compiled as benchmarks are. None
# of the rest runs inside a measured window.
cyclescope_part(core
  SOURCES agent.c commands.c control.c counting.c events.c facts.c measuring.c registry.c request.c
          run.c sizes.c text.c
  MEASURED nothing.c)
