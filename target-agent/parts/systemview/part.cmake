# For ports that send by SEGGER's recorder.
cyclescope_part(systemview
  SOURCES settle.c)
