import type { PublishedSystem } from '../model';

function system(os: string): PublishedSystem {
  return { board: 'microcontroller, 32K flash, 8K RAM', core: 'Cortex-M3', coreHz: 72e6, os };
}

export const RTK = system('CMSIS-RTOS RTK v4.7');
export const X_KERNEL = system('X Real-Time Kernel v2.1');
export const X_ADAPTED = system('X Real-Time Kernel v2.1, adaptation layer for CMSIS-RTOS');
export const FOSS = system('FOSS RTOS (not named)');
