#ifndef CLOCK_CONFIG_H
#define CLOCK_CONFIG_H

void BOARD_InitBootClocks(void);

#endif
