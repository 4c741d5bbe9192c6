import { expect, test } from 'vitest';
import { targets } from '../targets';
import type { BoardSetup } from '../targets/setup';
import { call } from './testing/context';

const probe = (serial: string, more: Partial<BoardSetup> = {}): BoardSetup => ({
  id: `probe:${serial}`,
  title: serial,
  source: 'attached probe',
  probeFamily: 'picoprobe',
  namesPrograms: false,
  gaps: [{ what: 'Its device is unknown', remedy: 'Add it to the setting.' }],
  ...more,
});

const blind = { what: 'USB probes are not visible here', remedy: 'Use gdb://.' };

const run = (words: string, boards: readonly BoardSetup[] = [probe('1')], attached = {}) =>
  call(['run', '--target', ...words.split(' ')], {
    targets: targets(),
    cwd: '.',
    findBoards: () =>
      Promise.resolve({ boards, attached: { probes: [], ...attached }, problems: [] }),
  });

test.each([
  ['probe --chip STM32F4', [], /No debug probe is attached/],
  ['probe --chip STM32F407VG', [probe('1'), probe('2')], /--target: probe:1, probe:2/],
  ['probe --chip STM23F407', undefined, /no chip "STM23F407".\nDid you mean "STM32F407/],
  ['probe --chip STM32F4', undefined, /chips STM32F4$/m],
  ['probe --chip STM32F072RB', undefined, /STM32F072RB: 16 KB of RAM execute/],
  ['probe --core-hz 1000', undefined, /--core-hz also needs --chip/],
  ['qemu-freertos-m7 --source a.c', undefined, /only into the image of a chip without a project/],
  ['qemu-freertos-m7 --chip STM32F407VG', undefined, /works only on boards behind a debug/],
  ['probe', undefined, /The chip behind 1 is not known.\nName it: --chip NAME/],
  ['probe:1', [probe('1'), probe('2')], /The chip behind 1 is not known.\nName it: --chip NAME/],
  ['probe --chip k64f', undefined, /List all: cyclescope chips. For another part: add the agent/],
  // No server reaches any chip through such a probe.
  ['probe:1 --chip STM32F407VG', undefined, /cannot be used: Its device is unknown/],
  [
    'probe:1 --chip RP2040',
    undefined,
    /1 does not select it\.\nUse a CMSIS-DAP probe with pyOCD or/,
  ],
] as const)('run --target %s is refused', async (words, boards, message) => {
  const { code, err } = await run(words, boards);
  expect(err).toMatch(message);
  expect(code).not.toBe(0);
});

test('a probe that cannot be seen from here is explained', async () => {
  const { code, err } = await run('probe --chip STM32F407VG', [], { blind });
  expect(err).toMatch(/USB probes are not visible here\.\nUse gdb:/);
  expect(code).not.toBe(0);
});
