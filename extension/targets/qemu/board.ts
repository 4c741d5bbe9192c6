import type { Region } from '../../core/rtt/memory';

/** What differs between the machines that QEMU emulates for us. */
export interface QemuBoard {
  /** The target's id. */
  readonly target: string;
  readonly title: string;
  readonly program: string;
  /** The Debian package of the program. */
  readonly aptPackage: string;
  readonly machine: string;
  /** The machine's main RAM, shared with the host as a file; agents keep their RTT rings there. */
  readonly ram: Region;
  /** Where an image may be loaded. */
  readonly loadable: readonly Region[];
}

const MIB = 1024 * 1024;
const region = (start: number, length: number): Region => ({ start, end: start + length });

/** Arm's MPS2 with the AN500 image: a Cortex-M7, as on the i.MX RT1050. */
export const FREERTOS_M7: QemuBoard = {
  target: 'qemu-freertos-m7',
  title: 'FreeRTOS on an emulated Cortex-M7 (QEMU mps2-an500)',
  program: 'qemu-system-arm',
  aptPackage: 'qemu-system-arm',
  machine: 'mps2-an500',
  ram: region(0x60000000, 16 * MIB),
  loadable: [region(0, 4 * MIB), region(0x20000000, 4 * MIB), region(0x60000000, 16 * MIB)],
};
