import type { PublishedSystem } from '../model';

function system(os: string, again: string): PublishedSystem {
  const board = 'microcontroller, 32K flash, 8K RAM';
  return { board, core: 'Cortex-M3', coreHz: 72e6, os, again };
}

const CLOSED = 'a commercial kernel without a name: nobody else can measure it';

export const RTK = system(
  'CMSIS-RTOS RTK v4.7',
  "ARM's kernel is not among Cyclescope's; cmsis_rhealstone is its interface over another kernel",
);
export const X_KERNEL = system('X Real-Time Kernel v2.1', CLOSED);
export const X_ADAPTED = system(
  'X Real-Time Kernel v2.1, adaptation layer for CMSIS-RTOS',
  `${CLOSED}; cmsis_rhealstone against rhealstone asks the same question of FreeRTOS`,
);
export const FOSS = system(
  'FOSS RTOS (not named)',
  'not named, but its calls are called like those of FreeRTOS, whose own rhealstone replaces it',
);
