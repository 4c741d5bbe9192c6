import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readElf } from '../../../extension/agent/elf/elf';

/** Makes pyOCD treat a part of the rig's memory as flash. */
export interface FlashAlgorithm {
  readonly args: readonly string[];
  readonly start: number;
  readonly end: number;
  readonly blockSize: number;
}

const START = 0;
const LENGTH = 0x100000;
const BLOCK = 4096;
const PAGE = 1024;
/** In RAM that no image of the tests uses. */
const LOAD = 0x60e00000;
/** The functions return to a breakpoint at the very beginning. */
const BREAKPOINT = 0xe00abe00;
const CODE = LOAD + 0x20;
const STACK = LOAD + 0x1000;
const BUFFERS = [LOAD + 0x2000, LOAD + 0x3000];

/** Compiles the algorithm into a folder and writes the user script that names it to pyOCD. */
export function buildFlashAlgorithm(folder: string): FlashAlgorithm {
  const file = join(folder, 'algorithm.elf');
  execFileSync('arm-none-eabi-gcc', [
    '-mcpu=cortex-m7',
    '-mthumb',
    '-Os',
    '-Wall',
    '-Wextra',
    '-Werror',
    '-ffreestanding',
    '-nostdlib',
    `-Wl,-Ttext=0x${CODE.toString(16)}`,
    '-Wl,-e,Init',
    '-Wl,--build-id=none',
    '-o',
    file,
    join(import.meta.dirname, 'algorithm.c'),
  ]);
  const { segments, symbols } = readElf(readFileSync(file));
  const code = segments.find(({ vaddr, memSize }) => CODE >= vaddr && CODE < vaddr + memSize);
  if (code === undefined) throw new Error('the flash algorithm has no code');
  const bytes = Buffer.concat([code.data.subarray(CODE - code.vaddr), Buffer.alloc(3)]);
  const words = Array.from({ length: Math.floor(bytes.length / 4) }, (_, index) =>
    bytes.readUInt32LE(4 * index),
  );
  const at = (name: string) => symbols.get(name)?.value;
  const algorithm = {
    load_address: LOAD,
    instructions: [BREAKPOINT, ...new Array<number>(7).fill(0), ...words],
    pc_init: at('Init'),
    pc_unInit: at('UnInit'),
    pc_erase_sector: at('EraseSector'),
    pc_program_page: at('ProgramPage'),
    static_base: LOAD,
    begin_stack: STACK,
    begin_data: BUFFERS[0],
    page_buffers: BUFFERS,
    page_size: PAGE,
    analyzer_supported: 0,
    analyzer_address: 0,
  };
  const script = join(folder, 'flash_of_the_rig.py');
  writeFileSync(
    script,
    [
      'def will_init_target(target, init_sequence):',
      `    target.memory_map.remove_region(target.memory_map.get_region_for_address(${START}))`,
      '    target.memory_map.add_region(FlashRegion(',
      `        start=${START}, length=${LENGTH}, blocksize=${BLOCK}, page_size=${PAGE},`,
      `        is_boot_memory=True, algo=${JSON.stringify(algorithm)}))`,
      '',
    ].join('\n'),
  );
  return { args: ['--script', script], start: START, end: START + LENGTH, blockSize: BLOCK };
}
