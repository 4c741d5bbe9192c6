import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AgentImage } from '../../extension/agent/manifest';
import { readElf } from '../../extension/agent/elf/elf';
import { startRig, type Rig } from '../rig/rig';
import { isEverything } from '../everything';
import { readShippedImage } from './agent/variants';
import { openocd, pyocd } from './rig-tools';

/** Thumb code that counts in r0 for ever, with a BKPT that a debugger may put at its second instruction. */
const COUNT = ['mwh 0x20000100 0x2000', 'mwh 0x20000102 0x3001', 'mwh 0x20000104 0xe7fd'];
const START = ['reg pc 0x20000100', 'reg sp 0x20001000', 'reg xPSR 0x01000000'];
/** The size of the third up-channel's buffer, in the control block at the beginning of the RAM. */
const CHANNEL_SIZE = 0x6000_0000 + 24 + 2 * 24 + 8;

let image: AgentImage;
/** The address at which its program begins, and that of its second instruction. */
let reset: number;
let afterReset: number;
let rig: Rig;
beforeAll(async () => {
  image = await readShippedImage('headline');
  reset = readElf(image.elf).entry & ~1;
  afterReset = reset + 4;
  rig = await startRig({ busPirate: true });
});
afterAll(() => rig.close());

/* Through a Bus Pirate every bit of SWD takes its way; one fault of swd-faults goes there too. */
const WAYS = isEverything ? (['stlink', 'busPirate'] as const) : (['stlink'] as const);

describe.each(WAYS)('OpenOCD by %s', (way) => {
  test('deploys, verifies, resets and runs an agent', async () => {
    const { code, text } = await openocd(
      rig,
      [
        'reset halt',
        `load_image ${image.path}`,
        `verify_image ${image.path}`,
        'reset halt',
        'reg pc',
        `bp ${afterReset} 2 hw`,
        'resume',
        'wait_halt 5000',
        `rbp ${afterReset}`,
        'step',
        'reset run',
        // By then the recorder has set up its channel.
        `while {[read_memory ${CHANNEL_SIZE} 32 1] != 65536} { sleep 10 }`,
        'rtt setup 0x60000000 64 "SEGGER RTT"',
        'rtt start',
        'rtt channels',
      ],
      way,
    );
    expect(text).toContain('Cortex-M7 r1p2 processor detected');
    expect(text).toMatch(/verified \d+ bytes/);
    expect(text).toContain('halted due to breakpoint');
    expect(text).toContain('halted due to single-step');
    expect(text).toMatch(/2: SysView 65536/);
    expect(code).toBe(0);
  });
});

test('OpenOCD stops at its own breakpoints in RAM, and the core continues', async () => {
  const { code, text } = await openocd(rig, [
    'reset halt',
    ...COUNT,
    ...START,
    'bp 0x20000102 2',
    'resume',
    'wait_halt 5000',
    'reg r0',
    'resume',
    'wait_halt 5000',
    'resume',
    'wait_halt 5000',
    'reg r0',
  ]);
  expect(text.match(/halted due to breakpoint/g)).toHaveLength(3);
  expect([...text.matchAll(/^r0 \(\/32\): (\S+)/gm)].map(([, value]) => value)).toEqual([
    '0x00000000',
    '0x00000002',
  ]);
  expect(code).toBe(0);
});

test('pyOCD loads, resets, steps and runs', async () => {
  const { code, text } = await pyocd(rig, [
    'reset halt',
    `load ${image.path}`,
    'reset halt',
    'reg pc',
    'step',
    'go',
    'sleep 100',
    'halt',
    'rw 0x60000000 16',
    'go',
  ]);
  expect(text).toContain(`pc = 0x${reset.toString(16).padStart(8, '0')}`);
  expect(text).toMatch(/60000000: +47474553/);
  expect(code).toBe(0);
});

test('CYCCNT does not count, and unmapped memory cannot be read', async () => {
  const words = ['mwh 0xe0001000 1', 'mdw 0xe0001004', 'sleep 20', 'mdw 0xe0001004'];
  const { text } = await openocd(rig, [...words.slice(1), 'mdw 0x30000000']);
  expect(text.match(/^0xe0001004: 00000000/gm)).toHaveLength(2);
  expect(text).toContain('Failed to read memory');
  expect((await openocd(rig, ['mdw 0xe000ed00'])).text).toContain('0xe000ed00: 411fc272');
});

describe('a rig', () => {
  test('whose parent exits leaves no process', async () => {
    const other = await startRig({ busPirate: true });
    expect(other.processes.filter(isAlive)).toEqual(other.processes);
    await other.close();
    expect(other.processes.filter(isAlive)).toEqual([]);
  });

  test('that is killed ends its emulator, too', async () => {
    const other = await startRig({ busPirate: true });
    process.kill(other.processes[0]!, 'SIGKILL');
    await other.close();
    await expect.poll(() => other.processes.filter(isAlive)).toEqual([]);
  });

  test('whose port is taken reports it', async () => {
    await expect(startRig({ stlinkPort: rig.stlinkPort })).rejects.toThrow('EADDRINUSE');
  });

  test('rejects an unknown command', async () => {
    await expect(rig.fault({ do: 'explode' } as never)).rejects.toThrow('there is no "explode"');
  });
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
