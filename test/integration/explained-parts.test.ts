import { join } from 'node:path';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { AgentImage } from '../../extension/agent/manifest';
import {
  FREERTOS_M3,
  FREERTOS_M7,
  type QemuBoard,
  ZEPHYR_M3,
} from '../../extension/targets/qemu/machines';
import { findTargetImage, loadImage } from '../../extension/toolchain/images/find';
import type { ExplainedSample } from '../../extension/trace/model';
import { type ExecutedParts, type ExecutedStretch, stretchesInLog } from './agent/executed-parts';
import { isEverything, testInAll } from '../everything';
import { openLogged } from './agent/execution-log';
import { sumAmounts, openSent } from './agent/explained';
import { ask } from './agent/measured';
import { temporaryFolder } from './agent/temporary';
import { buildVariant, root, readShippedImage } from './agent/variants';
import { buildApplication } from './zephyr/build';

/*
 * Each part of an explanation is what QEMU's log of executed instructions and exceptions shows, within the
 * tolerance that explanations state.
 */

/** The stated tolerance: a part may be off by its share or by this number of instructions. */
const SHARE = 0.05;
const INSTRUCTIONS = 5;

/** Executions of which some meet each kind of part. */
const FEWEST = 4;

interface Case {
  readonly operation: string;
  readonly line: string;
  /** The number of executions; `npm test` has a fifth of it, or `FEWEST`. */
  readonly count: number;
  /** Must appear in some samples. */
  readonly holds: readonly (keyof ExecutedParts)[];
  /** Samples of one execution; by default one. */
  readonly samples?: number;
  /** The stretches that make up a sample; by default the window that was closed last. */
  readonly sample?: (closed: readonly ExecutedStretch[], at: number) => ExecutedParts | undefined;
}

const WORKERS = 2;

const NET: Case = {
  operation: 'net/interrupted',
  line: 'run net',
  count: 300,
  holds: ['own', 'task', 'interrupt', 'scheduler', 'recording'],
};

const CASES: readonly Case[] = [
  { operation: 'mutex/lock', line: 'run mutex op=lock', count: 600, holds: ['own'] },
  {
    operation: 'thread/create',
    line: 'run thread op=create',
    count: 300,
    holds: ['own', 'interrupt', 'recording'],
  },
  {
    operation: 'thread/join',
    line: 'run thread op=join',
    count: 300,
    holds: ['own', 'task', 'interrupt', 'scheduler', 'recording'],
  },
  {
    operation: 'context_switch/switch',
    line: 'run context_switch op=switch',
    count: 300,
    holds: ['own', 'task', 'interrupt', 'scheduler', 'recording'],
  },
  {
    operation: 'interrupt/activation',
    line: 'run interrupt op=activation',
    count: 300,
    holds: ['task', 'interrupt', 'scheduler', 'recording'],
  },
  {
    operation: 'rhealstone/activation',
    line: 'run rhealstone op=activation',
    count: 200,
    holds: ['task', 'interrupt', 'scheduler', 'recording'],
    sample: ([, second]) => second?.sinceLatest,
  },
  {
    operation: `sort/selection_waiting threads=${WORKERS} size=100 total=0 turns=3 seconds=100`,
    line: `run sort op=selection_waiting threads=${WORKERS} turns=3`,
    count: 8,
    holds: ['own', 'task', 'interrupt', 'scheduler', 'recording'],
    samples: WORKERS,
    sample: sumOfWaits,
  },
];

/** The waits of one of the workers, which are numbered in the order in which they begin. */
function sumOfWaits(closed: readonly ExecutedStretch[], worker: number): ExecutedParts | undefined {
  const waits = closed.filter(({ sinceOwn }) => sinceOwn !== undefined);
  const threads = [...new Set(waits.map(({ thread }) => thread))].sort((a, b) => a - b);
  const own = waits.filter(({ thread }) => thread === threads[worker]);
  return own.flatMap(({ sinceOwn }) => sinceOwn ?? []).reduce(addParts);
}

const KINDS = ['own', 'task', 'interrupt', 'scheduler', 'recording'] as const;

const makeParts = (amount: (kind: (typeof KINDS)[number]) => number): ExecutedParts => ({
  own: amount('own'),
  task: amount('task'),
  interrupt: amount('interrupt'),
  scheduler: amount('scheduler'),
  recording: amount('recording'),
});

const addParts = (a: ExecutedParts, b: ExecutedParts) => makeParts((kind) => a[kind] + b[kind]);

/** Counts the stretches that a sentence mentions; in each a part may be off. */
const countStretches = (sentence: string) => Number(/ in (\d+) stretches/.exec(sentence)?.[1] ?? 1);

/** Measures with every executed instruction logged; gives the samples and what was executed in each. */
async function measureLogged(image: AgentImage, board: QemuBoard, each: Case) {
  const agent = await openLogged(image, board);
  onTestFinished(() => agent.close());
  const chunks: Uint8Array[] = [];
  const count = isEverything ? each.count : Math.max(FEWEST, each.count / 5);
  agent.link.onStream((bytes) => chunks.push(bytes.slice()));
  const log = await agent.logExecution(async () => {
    await ask(agent.link, `${each.line} n=${count} trace=1`);
    await agent.link.drain();
  });
  const { slowest } = await openSent(chunks);
  const samples = (await slowest(each.operation)).sort((a, b) => a.index - b.index);
  const { samples: together = 1, sample = (closed) => closed.at(-1)?.sinceLatest } = each;
  const stored = stretchesInLog(image.path, log).slice(-samples.length / together);
  return samples.map((shown, at) => {
    const closed = stored[Math.floor(at / together)] ?? [];
    return { shown, executed: sample(closed, at % together) };
  });
}

function compare(each: Case, shown: ExplainedSample, executed: ExecutedParts | undefined) {
  if (executed === undefined)
    throw new Error(`${each.operation}: sample ${shown.index} is not logged`);
  const explained = makeParts((kind) => sumAmounts(shown, kind));
  const sum = KINDS.reduce((all, kind) => all + executed[kind], 0);
  const name = `${each.operation} ${shown.index}: ${shown.sentence}, ${JSON.stringify(executed)}`;
  const stretches = countStretches(shown.sentence);
  const most = INSTRUCTIONS * stretches;
  // The readings around each stretch of a sum are rounded by themselves.
  expect.soft(Math.abs(shown.elapsed - sum), name).toBeLessThan(stretches);
  const stated = expect.stringContaining(
    `right to ${100 * SHARE} % or ${most} instructions`,
  ) as string;
  expect.soft(shown.notes, name).toEqual(shown.parts.length > 1 ? [stated] : []);
  const isOff = (kind: (typeof KINDS)[number]) =>
    Math.abs(explained[kind] - executed[kind]) > Math.max(most, SHARE * executed[kind]);
  expect.soft(KINDS.filter(isOff), name).toEqual([]);
  return explained;
}

async function check(image: AgentImage, board: QemuBoard, each: Case): Promise<void> {
  const found = new Set<keyof ExecutedParts>();
  const samples = await measureLogged(image, board, each);
  for (const { shown, executed } of samples) {
    const explained = compare(each, shown, executed);
    KINDS.filter((kind) => explained[kind] > 0).forEach((kind) => found.add(kind));
  }
  expect([...found], each.operation).toEqual(expect.arrayContaining([...each.holds]));
}

/** The operation that has every kind of part in one window. */
const USUAL = /^context_switch\//;

/** Each operation on both boards for `npm run test:all`; otherwise the usual one on one. */
const COMBINATIONS = (isEverything ? [FREERTOS_M7, FREERTOS_M3] : [FREERTOS_M7]).flatMap((board) =>
  CASES.filter(({ operation }) => isEverything || USUAL.test(operation)).map((each) => ({
    board,
    each,
  })),
);

test.each(COMBINATIONS)('$each.operation on $board.target', async ({ board, each }) => {
  await check(await readShippedImage('traced', board.target), board, each);
});

testInAll('another task', async () => {
  const userFiles = [join(root, 'test/integration/agent/net.c')];
  await check(await buildVariant({ userFiles, build: 'traced' }), FREERTOS_M7, NET);
});

const { ZEPHYR_BASE: zephyr = '' } = process.env;
if (zephyr === '') console.warn('Without Zephyr: ZEPHYR_BASE is not set.');

/** Without sums. */
const ON_ZEPHYR = CASES.filter(({ samples = 1 }) => samples === 1);

describe.skipIf(zephyr === '')('Zephyr on the emulated Cortex-M3', () => {
  let image: AgentImage;
  beforeAll(async () => {
    const { elf } = await buildApplication(zephyr, 'traced', temporaryFolder('zephyr-parts'));
    image = await loadImage(
      await findTargetImage({ id: ZEPHYR_M3.target, elfs: { traced: elf } }, [], 'traced'),
    );
  });

  test.each(ON_ZEPHYR)('$operation', async (each) => {
    await check(image, ZEPHYR_M3, each);
  });
});
