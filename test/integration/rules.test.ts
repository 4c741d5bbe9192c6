import { type ChildProcess, spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { collectRuns } from '../../extension/agent/collect-runs';
import type { AgentImage } from '../../extension/agent/manifest';
import { FREERTOS_M7 } from '../../extension/targets/qemu/machines';
import { isEverything, testInAll } from '../everything';
import {
  fetchLate,
  measure,
  type Measured,
  measureOver,
  openAgent,
  listOperations,
  collectValues,
} from './agent/measured';
import { buildVariant, root, readShippedImage } from './agent/variants';
import { temporaryFolder } from './agent/temporary';
import { expectWhole } from './agent/whole';
import { computeWindows } from './agent/windows';

/** The white paper has half a million; these tests only compare runs. */
const SWITCHES = isEverything ? 40_000 : 4_000;

/** The white paper's counts, with fewer switches. */
const ALL = [
  'run heap',
  'run mutex',
  'run thread op=create',
  'run thread op=join',
  `run context_switch n=${SWITCHES}`,
];
const TRACED = [
  'run heap trace=1',
  'run mutex trace=1',
  'run thread op=create trace=1',
  'run thread op=join trace=1',
  `run context_switch trace=1 n=${SWITCHES / 4}`,
];

let headline: AgentImage;
let reference: Measured;
beforeAll(async () => {
  headline = await readShippedImage('headline');
  reference = await measure(headline, ALL);
});

describe('two runs of one image', () => {
  test('have every value of the white paper, without losses', () => {
    expectWhole(reference);
    const counts = listOperations(reference).map((operation) => [
      `${operation.suite}/${operation.name}`,
      operation.series.sample.ticks.length,
      operation.series.batch.ticks.length * operation.batchSize,
    ]);
    expect(counts).toEqual([
      ['heap/malloc', 1000, 1000],
      ['heap/free', 1000, 1000],
      ['mutex/lock', 1000, 1000],
      ['mutex/unlock', 1000, 1000],
      ['mutex/pair', 1000, 1000],
      ['thread/create', 2000, 2000],
      ['thread/join', 2000, 2000],
      ['context_switch/switch', SWITCHES, SWITCHES],
    ]);
  });

  test('are identical, the second started at a random moment beside other work', async () => {
    // Other tests that run beside it are load enough for `npm test`.
    const load = (isEverything ? [0, 1] : []).map(() =>
      spawn(process.execPath, ['-e', 'for (;;);']),
    );
    try {
      const again = await measure(headline, ALL, () => sleep(Math.random() * 300));
      expect(collectValues(again)).toEqual(collectValues(reference));
    } finally {
      load.forEach((child: ChildProcess) => child.kill('SIGKILL'));
    }
  });

  test('are identical over the test protocol, which needs no shared memory', async () => {
    const link = await openAgent(headline, FREERTOS_M7, { access: 'test protocol' });
    const measured = await measureOver(link, ALL);
    expectWhole(measured);
    expect(collectValues(measured)).toEqual(collectValues(reference));
  });

  test('are identical when the host stalls for 200 ms again and again', async () => {
    let stalls: NodeJS.Timeout | undefined;
    const stalled = await measure(headline, ALL, (link) => {
      link.stall(200);
      stalls = setInterval(() => link.stall(200), 450);
    });
    clearInterval(stalls);
    expectWhole(stalled);
    expect(collectValues(stalled)).toEqual(collectValues(reference));
  });
});

describe('the ring', () => {
  testInAll('of 2 KiB changes no headline sample', async () => {
    const small = await buildVariant({ ringBytes: 2048 });
    const measured = await measure(small, ALL, (link) => link.stall(200));
    expectWhole(measured);
    expect(collectValues(measured)).toEqual(collectValues(reference));
  });

  testInAll('of 2 KiB changes no traced sample', async () => {
    const large = await measure(await readShippedImage('traced'), TRACED);
    expectWhole(large);
    const variant = { build: 'traced', ringBytes: 2048 } as const;
    const small = await measure(await buildVariant(variant), TRACED, (link) => link.stall(200));
    expectWhole(small);
    expect(computeWindows(small)).toEqual(computeWindows(large));
    expect(Object.values(computeWindows(large)).every((windows) => windows.length > 0)).toBe(true);
  });

  testInAll(
    'of 2 KiB begins each recording for a host that comes late, with a tick every 3,125 instructions',
    async () => {
      const folder = temporaryFolder('fast-ticks');
      const usual = join(root, 'target-agent/boards/mps2/FreeRTOSConfig.h');
      // The clock's own check counts 2,000 instructions between two ticks.
      const faster = ['#undef configTICK_RATE_HZ', '#define configTICK_RATE_HZ 2500'];
      await writeFile(
        join(folder, 'FreeRTOSConfig.h'),
        [`#include "${usual}"`, ...faster, ''].join('\n'),
      );
      const image = await buildVariant({
        build: 'traced',
        ringBytes: 2048,
        recipe: (shipped) => ({ ...shipped, includes: [folder, ...shipped.includes] }),
      });
      const measured = await measure(image, TRACED, fetchLate);
      expectWhole(measured);
      expect(measured.runs.map(({ suite }) => suite)).toHaveLength(TRACED.length);
      expect(measured.runs[0]?.facts.get('tick_hz')).toBe('2500');
    },
  );

  test('that is too small loses exactly what is counted if the writer may not wait', async () => {
    const tiny = await buildVariant({ ringBytes: 512 });
    const { runs, replies } = await measure(tiny, [
      'run heap',
      'run context_switch n=20000 wait=0',
    ]);
    expect(replies[0]).toEqual([expect.stringMatching(/^error .*the ring needs 1024 bytes/)]);
    const [run] = runs;
    const [operation] = run?.operations ?? [];
    const { attempted = 0, stored = 0 } = operation?.end ?? {};
    expect(attempted).toBe(20_000 + 1 + 40 + 64 + 40);
    expect(stored).toBeLessThan(attempted);
    expect(stored).toBe(operation?.decoded);
    expect(replies[1]?.at(-1)).toContain(`attempted=${attempted} stored=${stored}`);
    expect(operation?.problems.join()).toMatch(/lost|stored/);
  });

  testInAll(
    'that is too small for kernel events is reported by the recorder, to the packet',
    async () => {
      const variant = { build: 'traced', ringBytes: 512 } as const;
      const tiny = await buildVariant(variant);
      const { runs, lostPackets } = await measure(tiny, [
        'run thread op=create trace=1 n=500 wait=0',
        'run thread op=join trace=1 n=500 wait=0',
      ]);
      expect(lostPackets).toBeGreaterThan(0);
      for (const { end, decoded } of runs.flatMap((run) => run.operations)) {
        expect(end?.stored).toBe(decoded);
      }
    },
  );
});

describe('the headline image', () => {
  test('measures the same as one built without SystemView', async () => {
    const plain = await buildVariant({
      recipe: (shipped) => ({
        ...shipped,
        sources: shipped.sources.map((group) => ({
          ...group,
          files: group.files
            .filter((file) => !/SEGGER_SYSVIEW|kernel_trace/.test(file))
            .map((file) =>
              file.endsWith('freertos/stream.c') ? 'test/integration/agent/plain_stream.c' : file,
            ),
        })),
      }),
    });
    expect(Buffer.from(plain.elf).includes('SYSVIEW')).toBe(false);
    expect(Buffer.from(headline.elf).includes('SYSVIEW')).toBe(true);
    const { replies } = await measure(plain, ALL);
    expect(collectValues({ runs: parseRuns(replies.flat()) })).toEqual(collectValues(reference));
  });
});

/** Collects the values that the variant without a recorder sends as lines. */
function parseRuns(lines: readonly string[]) {
  const collector = collectRuns();
  for (const line of lines) {
    const [, number = '', hex = ''] = /^packet (\d) ([0-9a-f]*)$/.exec(line) ?? [];
    if (number) collector.push(Number(number), Buffer.from(hex, 'hex'), 0);
  }
  return collector.runs();
}

test('the agent lists what its manifest lists', async () => {
  const { replies } = await measure(headline, ['list']);
  const listed = (replies[0] ?? []).filter((line) => line.startsWith('bench '));
  const expected = headline.manifest.benches.map(({ suite, op, iterations, max, batches, at }) =>
    expect.stringMatching(
      `suite=${suite} op=${op} n=${iterations} max=${max} .*batches=${batches} .* at=${at}$`,
    ),
  );
  expect(listed).toEqual(expected);
});

testInAll('a foreign benchmark of ten lines is listed with its place', async () => {
  const source = join(root, 'test/integration/agent/fir.c');
  const image = await buildVariant({ userFiles: [source] });
  const { replies, runs } = await measure(image, ['list', 'run fir']);
  expect(replies[0]?.join('\n')).toContain('suite=fir op=fir_filter n=1000');
  expect(replies[0]?.join('\n')).toContain('at=test/integration/agent/fir.c:9');
  expect(runs[0]?.operations[0]?.end).toMatchObject({ status: 'ok' });
  expect(runs[0]?.operations[0]?.series.sample.ticks.length).toBe(1000);
});
