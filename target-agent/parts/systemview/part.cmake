# For ports that send through SEGGER's recorder.
cyclescope_part(systemview
  SOURCES settle.c)
