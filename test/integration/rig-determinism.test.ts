import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AgentImage } from '../../extension/agent/manifest';
import { openPastPort } from '../rig/agent-link';
import { isEverything, testInAll } from '../everything';
import { connectProbe, type ProbeClient } from '../rig/probe-client';
import { startRig, type Rig } from '../rig/rig';
import { measure, measureOver, type Measured, collectValues } from './agent/measured';
import { readShippedImage } from './agent/variants';

const LINES = [
  'run heap',
  'run mutex',
  'run thread op=create',
  'run thread op=join',
  'run context_switch n=20000',
];
const TRACED = ['run heap trace=1', 'run mutex trace=1', 'run context_switch trace=1 n=30000'];
const ENOUGH = 200;

type Look = (probe: ProbeClient) => Promise<unknown>;

/** Accesses that a debugger may make, by the path that they take. */
const LOOKS: Readonly<Record<string, Look>> = {
  'registers of the debug port': (probe) => probe.readDp(4),
  'RAM that is shared with the emulator': (probe) => probe.readMemory(at(0x60000000), 256),
  'the memory that code runs from': (probe) => probe.readMemory(at(0), 256),
  'the memory that data lies in': (probe) => probe.readMemory(at(0x20140000), 256),
  'registers of the core': (probe) => probe.readMemory(0xe000edf0, 1),
  'the system timer and the interrupt controller': async (probe) => {
    await probe.readMemory(0xe000e018, 1);
    await probe.readMemory(0xe000ed00, 8);
  },
};

let headline: AgentImage;
let alone: Record<string, readonly number[]>;
let rig: Rig;
let probe: ProbeClient;
beforeAll(async () => {
  headline = await readShippedImage('headline');
  alone = collectValues(await measure(headline, LINES));
});
beforeEach(startExactRig);
afterEach(() => rig.close());

test('the rig runs an agent as the QEMU target does', async () => {
  expect(collectValues(await measureOver(await openPastPort(rig, headline), LINES))).toEqual(alone);
});

describe('200 and more reads at random moments of runs change no sample', () => {
  const kinds = Object.values(LOOKS);
  const any: Look = (from) => kinds[Math.floor(Math.random() * kinds.length)]!(from);
  const looks = [['every kind', any], ...(isEverything ? Object.entries(LOOKS) : [])] as const;
  test.each(looks)('reads of %s', async (_, look) => {
    await readAndCompare(headline, LINES, look, alone);
  });

  test('but a write that moves the system timer does', async () => {
    const move: Look = (from) => from.writeMemory(0xe000e018, 0);
    const { measured } = await measureWhile(headline, LINES, move);
    const name = 'context_switch/switch sample';
    expect(collectValues(measured)[name]).not.toEqual(alone[name]);
  });

  testInAll('reads of every kind, in a traced run', async () => {
    const traced = await readShippedImage('traced');
    await readAndCompare(traced, TRACED, any, collectValues(await measure(traced, TRACED)));
  });
});

async function startExactRig(): Promise<void> {
  rig = await startRig({ isExact: true });
  probe = await connectProbe(rig.pyocdPort);
}

/** Measures until there were enough reads: a busy computer fits few of them into a run. */
async function readAndCompare(
  image: AgentImage,
  lines: readonly string[],
  look: Look,
  expected: Record<string, readonly number[]>,
): Promise<void> {
  for (let all = 0; ;) {
    const { measured, reads } = await measureWhile(image, lines, look);
    expect(collectValues(measured)).toEqual(expected);
    expect(reads).toBeGreaterThan(0);
    all += reads;
    if (all >= ENOUGH) return;
    // A link would find the channels of the run before.
    await rig.close();
    await startExactRig();
  }
}

/** Measures while a debugger reads the target again and again. */
async function measureWhile(
  image: AgentImage,
  lines: readonly string[],
  look: Look,
): Promise<{ measured: Measured; reads: number }> {
  const link = await openPastPort(rig, image);
  const before = await countReads(rig);
  let isOver = false;
  const looking = (async () => {
    while (!isOver) {
      await look(probe);
      await sleep(Math.random());
    }
  })();
  const measured = await measureOver(link, lines).finally(() => (isOver = true));
  await looking;
  return { measured, reads: (await countReads(rig)) - before };
}

async function countReads({ counters }: Rig): Promise<number> {
  const { dpReads, apReads } = await counters();
  return dpReads + apReads;
}

/** Some whole kilobyte near an address. */
const at = (start: number) => start + 1024 * Math.floor(Math.random() * 16);
