# Exchanges the rings with the host over a serial line.
cyclescope_part(uart
  SOURCES exchange.c frame.c)
