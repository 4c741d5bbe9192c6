import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AgentImage } from '../../../extension/agent/manifest';

const FLAGS = [
  '-mcpu=cortex-m7',
  '-mthumb',
  '-O2',
  '-std=c11',
  '-ffunction-sections',
  '-fdata-sections',
  '-DSEGGER_RTT_SECTION=".rtt.block"',
  '-DSEGGER_RTT_BUFFER_SECTION=".rtt.buffers"',
  '-DRTT_USE_ASM=0',
  '-nostartfiles',
  '--specs=nano.specs',
  '--specs=nosys.specs',
  '-Wl,--gc-sections',
];

/** Builds the stand-in for an agent; extra flags make variants of it. */
export function buildFirmware(extra: readonly string[] = [], here = __dirname): AgentImage {
  const sources =
    process.env['CYCLESCOPE_C_SOURCES'] ?? 'build/c-sources/systemview-target-0.3.0/lib';
  const folder = mkdtempSync(join(tmpdir(), 'cyclescope-firmware-'));
  const path = join(folder, 'firmware.elf');
  try {
    execFileSync('arm-none-eabi-gcc', [
      ...FLAGS,
      ...extra,
      `-I${sources}/SEGGER`,
      `-I${sources}/Config`,
      '-T',
      join(here, 'firmware.ld'),
      join(here, 'startup.c'),
      join(here, 'main.c'),
      `${sources}/SEGGER/SEGGER_RTT.c`,
      '-o',
      path,
    ]);
    return { path, elf: readFileSync(path), manifest: MANIFEST };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const MANIFEST: AgentImage['manifest'] = {
  schema: 1,
  target: 'qemu-freertos-m7',
  build: 'headline',
  elf: 'firmware.elf',
  sha256: '',
  hooks: 0,
  inputs: '',
  compiler: '',
  flags: '',
  benches: [],
  components: [],
};
