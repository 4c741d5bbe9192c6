import { expect, test } from 'vitest';
import type { FirmwareSample } from '../profile';
import { formatSample } from './sampled';

const sample: FirmwareSample = {
  target: 'board:rig',
  elf: '/firmware.elf',
  rows: [
    {
      name: 'work',
      location: { function: 'work', file: '/src/app/work.c', line: 12 },
      share: 0.75,
      low: 0.7,
      high: 0.8,
      samples: 750,
      isIdle: false,
    },
    { name: 'prvIdleTask', share: 0.25, low: 0.2, high: 0.3, samples: 250, isIdle: true },
  ],
  samples: 1000,
  idle: 250,
  seconds: 2,
  rate: 500,
  way: 'DWT_PCSR',
  isHalting: false,
  wasTraceOff: false,
  resets: 0,
  isIdleOmitted: false,
};

test('the table has each function with its place, its share, the interval and the samples', () => {
  const text = formatSample(sample);
  expect(text).toContain('board:rig: sampled, flat\n');
  expect(text).toContain('1,000 samples in 2.0 s, 500 per second, from DWT_PCSR.');
  expect(text).toMatch(/^work {2}work\.c:12 +75\.00 % +70\.00 % to 80\.00 % +750$/m);
  expect(text).toMatch(/^prvIdleTask {2}\[idle\] +25\.00 %/m);
  expect(text).toContain('idle in 25 % of all samples.');
});

test('functions that do not fit are one row with their sum', () => {
  const [row] = sample.rows;
  const rows = Array.from({ length: 35 }, () => ({ ...row, share: 0.02, samples: 20 }));
  expect(formatSample({ ...sample, rows } as FirmwareSample)).toMatch(/^5 more +10\.00 % +100$/m);
});

test.each([
  [{ elf: undefined }, 'Name the ELF file of the firmware to see functions.'],
  [
    { unseen: 0.00724 },
    'A function that no sample hit has a share of 0 to 0.72 % (95 % interval).',
  ],
  [
    { samples: 320 },
    '320 samples, fewer than 700: intervals are wider than needed. Sample 3 times as',
  ],
  [
    { periods: 3 },
    'switched between its activities only about 3 times while it was sampled: intervals are wider than needed. Sample 7 times',
  ],
  [{ isHalting: true }, 'The core was stopped for each sample: the firmware was disturbed.'],
  [
    { wasTraceOff: true },
    'The trace unit (TRCENA) was off: it was switched on while sampling, and off again.',
  ],
  [{ onlyAddress: 0x1d4 }, 'All samples show one address, 0x000001d4: the core waits there, or'],
  [{ resets: 2 }, 'The core was reset while sampling (2 times).'],
  [{ isIdleOmitted: true, samples: 750 }, 'idle in 25 % of all samples, which are left'],
])('remarks on %o', (facts, sentence) => {
  expect(formatSample(sample)).not.toContain(sentence);
  expect(formatSample({ ...sample, ...facts })).toContain(sentence);
});

test('tasks have a table of their own', () => {
  const row = { share: 0.75, low: 0.7, high: 0.8, samples: 750 };
  const text = formatSample({ ...sample, tasks: [{ name: 'net', ...row }], switches: 50 });
  expect(text).toMatch(/^net +75\.00 % +70\.00 % to 80\.00 % +750$/m);
  expect(text).toContain('After 5 % of the samples another one ran');
  expect(formatSample(sample)).not.toContain('Tasks');
});

test('a benchmark on a board has what was left out, and no callers', () => {
  const text = formatSample({
    ...sample,
    operation: 'queue/send_receive',
    rows: sample.rows.map((row) => ({
      ...row,
      location: { function: 'work', file: '/src/work.c' },
    })),
    leftOut: { clock: 500, agent: 500 },
    isInRounds: true,
  });
  expect(text).toContain('queue/send_receive on board:rig: sampled, flat\n');
  expect(text).toMatch(/^work {2}work\.c +75\.00 % +70\.00 % to 80\.00 % +750$/m);
  expect(text).toContain('Left out: 25 % of all samples read the clock, and 25 % were the agent');
  expect(text).toContain("each function's share of the benchmark's time, without its callees");
  expect(text).toContain('Includes what the benchmark does between executions');
});

test('a benchmark on Linux has shares including callees, and what was omitted', () => {
  const share = { share: 0.9, low: 0.8, high: 0.95 };
  const text = formatSample({
    ...sample,
    target: 'local-linux',
    operation: 'mutex/lock',
    way: "perf's event cpu-clock",
    rows: sample.rows.map((row) => ({ ...row, withCalls: share })),
    leftOut: { clock: 2500, agent: 1500 },
    layers: [{ ...share, layer: 'memory', samples: 900 }],
    isKernelHidden: true,
  });
  expect(text).toContain('mutex/lock on local-linux: sampled\n');
  expect(text).toMatch(/^work .* 750 +90\.00 %$/m);
  expect(text).toMatch(/^memory +90\.00 % +80\.00 % to 95\.00 % +900$/m);
  expect(text).toMatch(
    /Left out: 50 % of all samples read the clock, and 30 % were the agent's own/,
  );
  expect(text).toContain('A timer took the samples: ');
  expect(text).toContain('sysctl kernel.perf_event_paranoid=1');
});
