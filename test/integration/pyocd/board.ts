import { join } from 'node:path';
import type { PyOcdSetup } from '../../../extension/targets/board/servers/pyocd/process';
import type { BoardSetup } from '../../../extension/targets/setup';
import type { Rig } from '../../rig/rig';
import { root } from '../agent/variants';

/** pyOCD as the set-up installs it. */
export const PYOCD = process.env['CYCLESCOPE_PYOCD'] ?? join(root, 'build/pyocd/bin/pyocd');

/** The rig as a board that pyOCD reaches. */
export function pyOcdBoard(
  rig: Rig,
  server: Partial<PyOcdSetup> = {},
  more: Partial<BoardSetup> = {},
): BoardSetup {
  return {
    id: 'board:rig',
    title: 'The rig',
    source: 'this test',
    server: { kind: 'pyocd', program: PYOCD, target: 'cortex_m', args: [], ...server },
    probe: rig.pyocdProbe,
    images: { kind: 'named', name: 'qemu-freertos-m7' },
    namesPrograms: false,
    gaps: [],
    ...more,
  };
}

/** All of the rig's memory. */
export const RIG_RAM = [
  { start: 0, end: 0x400000 },
  { start: 0x20000000, end: 0x20400000 },
  { start: 0x60000000, end: 0x61000000 },
];
