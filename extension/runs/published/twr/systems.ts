import type { PublishedSystem } from '../model';

const K70 = { board: 'TWR-K70F120M', core: 'Cortex-M4', coreHz: 120e6 };

export const UCLINUX: PublishedSystem = {
  ...K70,
  os: 'µClinux, kernel 2.6.33',
  again: 'on that board, if you have one, with the agent built for linux-nommu',
};

export const MQX: PublishedSystem = {
  ...K70,
  os: 'MQX RTOS',
  again: 'a kernel without a port here; FreeRTOS or Zephyr on the same board replaces it',
};

export const RPI4: PublishedSystem = {
  board: 'Raspberry Pi 4 Model B',
  core: 'Cortex-A72, one core used',
  coreHz: 1.5e9,
  os: 'Ubuntu, kernel 4.14.74-v7+',
  again: 'on the board by ssh://',
};

export const BBAI: PublishedSystem = {
  board: 'BeagleBone AI',
  core: 'Cortex-A15, one core used',
  coreHz: 1e9,
  os: 'Ubuntu, kernel 4.14.74-v7+',
  again: 'on the board by ssh://',
};

/** The memory that held the data, according to the text. */
export const SRAM = { name: 'on-chip SRAM', bytes: 128 * 1024 };
