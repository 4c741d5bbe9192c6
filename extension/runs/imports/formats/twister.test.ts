import { describe, expect, test } from 'vitest';
import { importText } from '../imports';
import { getImportedOperation, readRun } from '../testing/read';
import { exampleText } from '../testing/texts';
import { parseCsv, twister } from './twister';

const NOT_SHOWN = 'A recording does not show what ran where.';
const HEAD = '"metric","description","cycles","nanoseconds"';

describe('twister.json', () => {
  const run = readRun(twister, exampleText('twister'));

  test('states where it ran, and names our operations as the console does', () => {
    expect(run.facts).toEqual({
      os: 'Zephyr',
      os_version: '3.7.1',
      toolchain: 'gnuarmemb',
      test: 'benchmark.kernel.latency',
      board: 'mps2/an385',
      clock_hz_of_rows: '25000000',
    });
    const { mean, meanNanoseconds, originalName, notes } = getImportedOperation(
      run,
      'context_switch/switch',
    );
    expect({ mean, meanNanoseconds, originalName }).toEqual({
      mean: 175,
      meanNanoseconds: 7000,
      originalName: 'thread.yield.preemptive.ctx.k_to_k',
    });
    expect(notes.join()).toContain('only a mean, of 1,000 executions');
  });

  test('doubts figures from a counter that ran backwards', () => {
    const { doubts } = getImportedOperation(run, 'isr/resume.different.thread.kernel');
    expect(doubts.join()).toContain('close to 2^32 / 1000');
  });

  const recording = [{ metric: 'a.b', description: 'B', cycles: '50', nanoseconds: '2000' }];
  const suite = { name: 'bench', platform: 'qemu_cortex_m3', status: 'passed', recording };
  const json = (...testsuites: readonly unknown[]) => JSON.stringify({ testsuites });

  test.each([
    [[{ ...suite, status: 'failed' }], 'Twister reports for bench: failed.'],
    [[suite], 'It ran in QEMU: its cycles are those of an emulated timer'],
    [[{ ...suite, platform: 'mps2/an385' }], 'It ran in QEMU'],
    [
      [suite, { ...suite, name: 'other', platform: 'frdm_k64f' }],
      'The report also contains recordings that were skipped: other on frdm_k64f.',
    ],
    [
      [{ ...suite, recording: [...recording, { count: '7' }] }],
      'Records without a metric in cycles, which were skipped: 1.',
    ],
  ])('reports of %j that %s', (suites, problem) => {
    const { imported, problems } = twister.read(json(...suites));
    expect(problems).toContainEqual(expect.stringContaining(problem));
    expect(imported?.operations).toHaveLength(1);
  });

  test('rejects a file without recordings', () => {
    expect(twister.read(json({ ...suite, recording: undefined }))).toEqual({
      imported: undefined,
      problems: ['Zephyr twister recording: no results were found.'],
    });
  });
});

describe('recording.csv', () => {
  test.each([
    ['as twister writes it', `${HEAD}\n"heap.free.immediate","Free, one","425","3541"\n`],
    ['with carriage returns', `${HEAD}\r\n"heap.free.immediate","Free, one","425","3541"\r\n`],
    ['without quotes', 'metric,cycles,nanoseconds\nheap.free.immediate,425,3541'],
    ['in another order', 'cycles,metric,nanoseconds\n425,"heap.free.immediate",3541\n'],
    ['behind a time stamp', `${HEAD}\n"[00:00:01] heap.free.immediate","Free","425","3541"\n`],
    ['behind a byte order mark', `\uFEFF${HEAD}\n"heap.free.immediate","Free","425","3541"\n`],
  ])('reads it %s', (_, text) => {
    const { imported, problems } = importText(text);
    expect(problems).toEqual([NOT_SHOWN]);
    expect(imported?.operations).toMatchObject([
      { suite: 'heap', op: 'free', mean: 425, meanNanoseconds: 3541, doubts: [] },
    ]);
  });

  test('keeps quotes in a description, and rejects a truncated record', () => {
    const run = readRun(twister, `${HEAD}\n"a.b","the ""B"" one","50","2000"\n"a.c","C","6`, [
      NOT_SHOWN,
    ]);
    expect(run.operations.map(({ about }) => about)).toEqual(['the "B" one']);
  });

  test('is not recognised by commas alone', () => {
    expect(twister.recognises('metric system, cycles of the moon\n1,2')).toBe(false);
    expect(twister.recognises('name,cycles\na,1')).toBe(false);
  });
});

test.each([
  [
    'a,b\n1,2\n',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  ['"a, ""b""",\r\n\r\n"x\ny"', [['a, "b"', ''], [''], ['x\ny']]],
  ['a,', [['a']]],
  ['', []],
  ['a\n"open', [['a']]],
  ['a\n"b"c,d', [['a']]],
])('reads %j', (text, records) => {
  expect(parseCsv(text)).toEqual(records);
});

test('reads a field of any length', () => {
  const long = 'x'.repeat(12_000_000);
  expect(parseCsv(`"${long}"`)[0]?.[0]?.length).toBe(long.length);
});
