import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { temporaryFolder } from '../agent/temporary';

/** The address at which `boot.c` leaves a core of QEMU's mps2-an505, and non-secure RAM behind it. */
export const NON_SECURE = { entry: 0x0010_0100, ram: 0x0010_0000 };

/** Builds `boot.c`, and gives its file. */
export function buildBoot(): string {
  const path = join(temporaryFolder('boot'), 'boot.elf');
  const flags = '-mcpu=cortex-m33 -mthumb -mcmse -O2 -std=c11 -nostdlib -nostartfiles';
  const sections = '-Wl,--section-start=.vectors=0x10000000 -Wl,-Ttext=0x10000100';
  const source = join(import.meta.dirname, 'boot.c');
  const words = `${flags} ${sections} -Wl,-e,Reset_Handler`.split(' ');
  execFileSync('arm-none-eabi-gcc', [...words, source, '-o', path]);
  return path;
}
