import { expect, test } from 'vitest';
import { costFunctions, countLines, buildFlameGraph } from '../figures';
import { openImage } from '../image';
import { writeDwarf, writeImage } from '../image/testing';
import { shareTasks } from '../sampled';
import { shareFunctions } from '../shares';
import { newProfile } from '../stacks';
import { functionsText, instructionsText } from '../text';
import { newFlatRunProfile } from './flat';
import { formatRunProfile, readRunProfile } from './stored';

const functions = [
  { name: 'lock_batch', line: 7, from: 0x100, to: 0x110 },
  { name: 'take', line: 20, from: 0x110, to: 0x120 },
  { name: 'prvIdleTask', line: 40, from: 0x120, to: 0x130 },
];
const image = openImage(
  writeImage(
    { address: 0x100, bytes: new Uint8Array(0x30) },
    functions.map(({ name, from }) => ({ name, address: from, size: 16 })),
    writeDwarf(functions, 5),
  ),
);
const ASLEEP = 0xffff_ffff;
const batch = (...counts: readonly (readonly [number, number])[]) => ({ counts: new Map(counts) });
const addresses = {
  batches: [
    batch([0x104, 10], [0x112, 60], [0x122, 25], [ASLEEP, 5]),
    batch([0x104, 10], [0x112, 30], [0x122, 5]),
    batch([0x104, 20], [0x112, 10], [0x114, 20], [0x122, 5]),
  ],
  milliseconds: 2000,
  way: 'DWT_PCSR',
  isHalting: false,
  wasTraceOff: false,
  resets: 0,
};
const facts = { target: 'board:a', image: 'sha' };
const makeProfile = (isBenchmark: boolean) => {
  const options = { isBenchmark, elf: 'a.elf' };
  const run = newFlatRunProfile(facts, image, [{ name: 'sync/lock', addresses }], options);
  const [operation] = run.operations;
  return { run, profile: newProfile('sync/lock', run.code, operation ?? expect.fail()) };
};
const listShares = ({ profile }: ReturnType<typeof makeProfile>) =>
  costFunctions(profile).map(({ function: own, self }) => [profile.functions[own]?.name, self]);

test('a benchmark on a board has its functions without callers; idle samples are left out', () => {
  const found = makeProfile(true);
  expect(listShares(found)).toEqual([
    ['take', 120],
    ['lock_batch', 40],
  ]);
  expect(found.run.operations[0]?.sampled).toMatchObject({
    isFlat: true,
    rate: 100,
    idle: 40,
    remarks: expect.arrayContaining([
      'The core was idle in 20 % of all samples, which are left out.',
    ]),
  });
  expect(readRunProfile(formatRunProfile(found.run))).toEqual({ profile: found.run });
});

test('firmware of its own keeps idle samples, and names a core that sleeps', () => {
  expect(listShares(makeProfile(false))).toEqual([
    ['take', 120],
    ['lock_batch', 40],
    ['prvIdleTask', 35],
    ['(no address: the core sleeps)', 5],
  ]);
});

test('what runs in a task is in its frame; how often that may be another task is remarked', () => {
  const { counts } = batch([0x104, 1], [0x112, 2], [0x122, 1]);
  const byTask = new Map([
    [0x2000_0000, new Map([[0x112, 2]])],
    [0x2000_0100, new Map([[0x104, 1]])],
    [0, new Map([[0x122, 1]])],
  ]);
  const taskNames = new Map([[0x2000_0000, 'net']]);
  const sampled = { ...addresses, batches: [{ counts, byTask, switches: 1 }], taskNames };
  const options = { isBenchmark: false, elf: 'a.elf' };
  const named = [{ name: 'board', addresses: sampled }];
  const { code, operations } = newFlatRunProfile(facts, image, named, options);
  const profile = newProfile('board', code, operations[0] ?? expect.fail());
  expect(
    buildFlameGraph(profile).map(({ function: own, total, children }) => {
      return [
        profile.functions[own]?.name,
        total,
        profile.functions[children[0]?.function ?? -1]?.name,
      ];
    }),
  ).toEqual([
    ['task net', 2, 'take'],
    ['task 0x20000100', 1, 'lock_batch'],
    ['task (no task)', 1, 'prvIdleTask'],
  ]);
  expect(shareTasks(sampled.batches, taskNames)?.map(({ name, share }) => [name, share])).toEqual([
    ['net', 0.5],
    ['0x20000100', 0.25],
    ['(no task)', 0.25],
  ]);
  expect(profile.sampled?.remarks.join()).toContain('After 25 % of the samples another one ran');
});

test('each share has its interval, from the groups of samples', () => {
  const { profile } = makeProfile(true);
  const shares = [...shareFunctions(profile).values()].map(({ self }) => self);
  const take = shares.find(({ share }) => share === 0.75);
  // Three groups that differ show little.
  expect(take?.low).toBeCloseTo(0.362, 3);
  expect(take?.high).toBeCloseTo(0.941, 3);
  const [title, , first] = functionsText(profile);
  expect(title).toContain('sampled, flat, 160 samples in 2 s, 100 per second, from DWT_PCSR');
  expect(first).toBe('      75.0    36.2 to 94.1      75.0  take');
});

test('instructions have their share of the samples; nothing is said to be never executed', () => {
  const { run, profile } = makeProfile(true);
  expect(instructionsText(profile)).toContainEqual(expect.stringMatching(/^ +62\.5 +112 /));
  expect(countLines(run)).toEqual([]);
});
