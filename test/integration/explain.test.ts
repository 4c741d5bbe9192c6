import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { AgentImage } from '../../extension/agent/manifest';
import { sumAmounts, openSent } from './agent/explained';
import { ask, measure, openAgent, listOperations, collectValues } from './agent/measured';
import { buildVariant, root, readShippedImage } from './agent/variants';

/** The recorder's cost is known to about an instruction per event. */
const AN_EVENT = 2;

/** Measures with a traced image and opens what it sent. */
async function measureTraced(image: AgentImage, line: string) {
  const link = await openAgent(image);
  const chunks: Uint8Array[] = [];
  try {
    link.onStream((bytes) => chunks.push(bytes.slice()));
    await ask(link, line);
    await link.drain();
  } finally {
    await link.close();
  }
  return openSent(chunks);
}

test('names another task that runs inside a sample, with its share', async () => {
  const userFiles = [join(root, 'test/integration/agent/net.c')];
  const [headline, traced] = [
    await buildVariant({ userFiles }),
    await buildVariant({ userFiles, build: 'traced' }),
  ];
  const line = 'run net n=400';
  const truth = collectValues(await measure(headline, [line]))['net/interrupted sample'] ?? [];
  const { info, slowest } = await measureTraced(traced, `${line} trace=1`);
  expect(info.clock.unit).toBe('instructions');
  const samples = await slowest('net/interrupted');
  const hit = samples.filter(({ parts }) => parts.some(({ name }) => name === 'net'));
  expect(hit.length).toBeGreaterThan(5);
  for (const sample of hit) {
    expect(sample.notes).toEqual([expect.stringContaining('5 % or 5 instructions')]);
    expect(sample.parts.reduce((sum, { amount }) => sum + amount, 0)).toBe(sample.elapsed);
    expect(sample.sentence).toMatch(/^[\d,]+ = [\d,]+ own \+ \d+ SysTick \+ 1,\d+ task "net" \+/);
    const net = sumAmounts(sample, 'task', 'net');
    expect(net).toBeGreaterThanOrEqual(1600);
    expect(net).toBeLessThan(1600 + 400);
  }
  // Without recording a sample takes what the image without hooks measures.
  const slow = truth.filter((value) => value > 3000);
  const events = 8;
  for (const sample of hit) {
    const without = sample.elapsed - sumAmounts(sample, 'recording');
    const apart = Math.min(...slow.map((value) => Math.abs(value - without)));
    expect(apart).toBeLessThanOrEqual(events * AN_EVENT);
  }
});

test('the cost of a tick besides recording equals its cost without recording', async () => {
  const truth = await measure(await readShippedImage('headline'), ['run mutex n=3000']);
  const { slowest } = await measureTraced(
    await readShippedImage('traced'),
    'run mutex n=3000 trace=1',
  );
  let found = 0;
  for (const { suite, name, series } of listOperations(truth)) {
    const quiet = collectValues(truth)[`${suite}/${name} sample`]!.filter(
      (_, at) => series.sample.ticked[at] === 0,
    );
    for (const sample of await slowest(`${suite}/${name}`)) {
      if (!sample.tickInside) continue;
      found += 1;
      const extra = sample.elapsed - sumAmounts(sample, 'recording') - Math.max(...quiet);
      // The tick's interrupt takes 36 instructions, 52 when a block of the heap is being changed.
      expect(Math.min(Math.abs(extra - 36), Math.abs(extra - 52))).toBeLessThanOrEqual(
        2 * AN_EVENT,
      );
    }
  }
  expect(found).toBeGreaterThan(2);
});
