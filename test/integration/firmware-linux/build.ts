import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AgentImage } from '../../../extension/agent/manifest';
import { AGENT_IMAGES } from '../../../extension/targets/qemu-linux/kernel';

const FLAGS = ['-O2', '-static', '-std=gnu11', '-Wall', '-Wextra', '-Werror'];

/** Builds the stand-in for an agent on the emulated Linux board. */
export function buildFirmware(here = __dirname): AgentImage {
  const board = join(here, '..', '..', '..', 'target-agent', 'boards', 'linux');
  const folder = mkdtempSync(join(tmpdir(), 'cyclescope-firmware-'));
  const path = join(folder, 'agent.elf');
  try {
    const sources = [join(here, 'main.c'), join(board, 'init.c')];
    execFileSync('arm-linux-gnueabihf-gcc', [...FLAGS, `-I${board}`, ...sources, '-o', path]);
    return { path, elf: readFileSync(path), manifest: MANIFEST };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const MANIFEST: AgentImage['manifest'] = {
  schema: 1,
  target: AGENT_IMAGES,
  build: 'headline',
  elf: 'agent.elf',
  sha256: '',
  hooks: 0,
  inputs: '',
  compiler: '',
  flags: '',
  benches: [],
  components: [],
};
