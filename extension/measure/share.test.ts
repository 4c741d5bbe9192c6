import { describe, expect, test } from 'vitest';
import { isEverything } from '../../test/everything';
import { type SampleGroup, estimateShare, countPeriods, unseenShare } from './share';

/** Numbers from 0 to 1, always the same, by the generator of the virtual debug port (xorshift). */
function newRandom(seed: number): () => number {
  let state = 0x9e3779b9 * seed;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

const GROUPS = 40;

function coverage(share: number, drawGroups: (random: () => number) => readonly SampleGroup[]) {
  const random = newRandom(2);
  const times = 1000;
  let covered = 0;
  for (let at = 0; at < times; at++) {
    const { low, high } = estimateShare(drawGroups(random));
    if (low <= share && share <= high) covered += 1;
  }
  return covered / times;
}

const times = <T>(count: number, make: () => T) => Array.from({ length: count }, make);
const hitsAmong = (samples: number, share: number, random: () => number) =>
  times(samples, random).filter((value) => value < share).length;

test('one group or two do not show how far their share can be trusted, and a few do little', () => {
  const uneven = [10, 12].map((hits) => ({ hits, samples: 100 }));
  expect(estimateShare(uneven)).toEqual({ share: 0.11, low: 0, high: 1 });
  expect(estimateShare([{ hits: 10, samples: 100 }])).toEqual({ share: 0.1, low: 0, high: 1 });
  const { low, high } = estimateShare([10, 12, 8].map((hits) => ({ hits, samples: 100 })));
  expect([low, high]).toEqual([expect.closeTo(0.06, 2), expect.closeTo(0.16, 2)]);
});

test('no hits in many samples give an upper end, all hits a lower one', () => {
  const none = estimateShare(times(GROUPS, () => ({ hits: 0, samples: 25 })));
  expect(none).toMatchObject({ share: 0, low: 0, high: expect.closeTo(0.0053, 4) });
  expect(estimateShare(times(40, () => ({ hits: 25, samples: 25 })))).toMatchObject({ high: 1 });
  expect(estimateShare([])).toEqual({ share: 0, low: 0, high: 1 });
});

describe('the interval covers the share in about 95 of 100 cases', () => {
  test.each([0.5, 0.1, 0.02])('%s of independent samples', (share) => {
    const covered = coverage(share, (random) =>
      times(GROUPS, () => ({ samples: 50, hits: hitsAmong(50, share, random) })),
    );
    expect(covered).toBeGreaterThan(0.93);
    expect(covered).toBeLessThan(0.97);
  });

  test('samples of which ten in a row always hit the same', () => {
    const covered = coverage(0.2, (random) =>
      times(GROUPS, () => ({ samples: 500, hits: 10 * hitsAmong(50, 0.2, random) })),
    );
    expect(covered).toBeGreaterThan(0.93);
    expect(covered).toBeLessThan(0.97);
  });
});

/** Four functions that follow each other for ever, in instructions: the shares are 67, 27, 4 and 2 %. */
const LOOP = [670, 270, 40, 20];
const PERIOD = LOOP.reduce((sum, length) => sum + length, 0);
const WORDS = 64;

/** Blocks of words at regular intervals, from any offset in the loop: how many hit a function. */
function sampleLoop(of: number, interval: number, random: () => number): readonly SampleGroup[] {
  const from = LOOP.slice(0, of).reduce((sum, length) => sum + length, 0);
  return times(GROUPS, () => {
    const first = random() * PERIOD;
    const offsets = Array.from({ length: WORDS }, (_, at) => (first + at * interval) % PERIOD);
    const hits = offsets.filter(
      (offset) => offset >= from && offset < from + (LOOP[of] ?? 0),
    ).length;
    return { samples: WORDS, hits };
  });
}

describe('a loop that is sampled at regular intervals, in blocks that begin anywhere', () => {
  test.each(isEverything ? [0, 1, 2, 3] : [0, 3])(
    'has intervals that are wide enough for function %i',
    (of) => {
      const share = (LOOP[of] ?? 0) / PERIOD;
      const covered = coverage(share, (random) => sampleLoop(of, 1237.7, random));
      expect(covered).toBeGreaterThan(0.93);
    },
  );

  test('in step with the samples has intervals that show it', () => {
    const inStep = (random: () => number) => sampleLoop(0, PERIOD, random);
    const { low, high } = estimateShare(inStep(newRandom(1)));
    expect(high - low).toBeGreaterThan(0.2);
    expect(coverage(0.67, inStep)).toBeGreaterThan(0.93);
  });
});

/** Samples in the order of time, each hitting one of the functions of the loop. */
function inOrder(of: number, offsets: readonly number[]): readonly SampleGroup[] {
  const from = LOOP.slice(0, of).reduce((sum, length) => sum + length, 0);
  const hits = offsets.map((offset) => {
    const at = offset % PERIOD;
    return at >= from && at < from + (LOOP[of] ?? 0) ? 1 : 0;
  });
  const size = hits.length / GROUPS;
  return times(GROUPS, () => 0).map((_, group) => {
    const own = hits.slice(Math.floor(group * size), Math.floor((group + 1) * size));
    return { samples: own.length, hits: own.reduce<number>((sum, hit) => sum + hit, 0) };
  });
}

/** So many periods of the loop, sampled at any time by a busy computer. */
function fewPeriods(periods: number, random: () => number): readonly number[] {
  const first = random() * PERIOD;
  return times(400, () => first + random() * periods * PERIOD).sort((a, b) => a - b);
}

describe('a program that was sampled for a few of its periods', () => {
  test.each(isEverything ? [1.4, 3, 10] : [1.4])(
    'has intervals that are wide enough for %s of them',
    (periods) => {
      for (const of of LOOP.keys()) {
        const share = (LOOP[of] ?? 0) / PERIOD;
        const covered = coverage(share, (random) => inOrder(of, fewPeriods(periods, random)));
        expect(covered, `function ${of}`).toBeGreaterThan(0.93);
      }
    },
  );
});

/** The core stands still now and then, and is read on: many samples in a row hit the same address. */
function withStops(random: () => number): readonly number[] {
  let [offset, stopped] = [random() * PERIOD, 0];
  return times(4000, () => {
    if (stopped > 0) stopped -= 1;
    else if (random() < 0.002) stopped = Math.ceil(-100 * Math.log(1 - random()));
    else offset += 50 * random();
    return offset;
  });
}

/** A busy computer does not read the core now and then, which runs on. */
function withGaps(random: () => number): readonly number[] {
  let offset = random() * PERIOD;
  return times(1000, () => {
    offset += (random() < 0.01 ? 5000 : 200) * random();
    return offset;
  });
}

test('pauses of a busy reader have intervals that are wide enough', () => {
  for (const of of isEverything ? LOOP.keys() : [0]) {
    const share = (LOOP[of] ?? 0) / PERIOD;
    const covered = coverage(share, (random) => inOrder(of, withGaps(random)));
    expect(covered, `function ${of}`).toBeGreaterThan(0.93);
  }
});

/** Functions in which it hardly ever stands still are too rare for that to be seen. */
test('a core that stands still now and then has intervals of large functions that are about wide enough', () => {
  for (const of of isEverything ? [0, 1] : [0]) {
    const share = (LOOP[of] ?? 0) / PERIOD;
    const covered = coverage(share, (random) => inOrder(of, withStops(random)));
    expect(covered, `function ${of}`).toBeGreaterThan(0.9);
  }
});

/**
 * The loops of `npm run bench:sampling`, in instructions, and the mean distance of the samples that its virtual debug port
 * takes at random distances.
 */
const BENCHED = {
  'a short loop': [500, 200, 30, 10, 6],
  'long phases': [50_002, 20_002, 5_002, 1_002],
} as const;
const DISTANCE = 300;
const BLOCK = 32;
/** Samples that a slow probe takes without a pause, and the longest pause, in samples that are missed. */
const BURST = 32;
const PAUSE = 255;

/** A loop that is sampled so often, by a probe that pauses between its bursts or without any pause. */
interface Sampling {
  readonly loop: readonly number[];
  readonly samples: number;
  readonly pauses: boolean;
}

/** The groups of each function of a loop that is sampled from any offset in it. */
function sampleFunctions(
  { loop, samples, pauses }: Sampling,
  random: () => number,
): readonly (readonly SampleGroup[])[] {
  const period = loop.reduce((sum, length) => sum + length, 0);
  const ends = loop.map((_, at) => loop.slice(0, at + 1).reduce((sum, length) => sum + length, 0));
  const size = BLOCK * Math.max(1, samples / BLOCK / GROUPS);
  const sizes = times(Math.ceil(samples / size), () => 0);
  const hits = loop.map(() => sizes.map(() => 0));
  let offset = random() * period;
  for (let at = 0; at < samples; at++) {
    if (pauses && at % BURST === 0) offset += PAUSE * DISTANCE * random();
    offset = (offset + 2 * DISTANCE * random()) % period;
    const own = hits[ends.findIndex((end) => offset < end)] ?? [];
    const group = Math.floor(at / size);
    own[group] = (own[group] ?? 0) + 1;
    sizes[group] = (sizes[group] ?? 0) + 1;
  }
  return hits.map((own) => own.map((count, at) => ({ hits: count, samples: sizes[at] ?? 0 })));
}

/** The part of samplings in which the interval of each function of a loop contains its share, hit or not. */
function coverages(sampling: Sampling, often: number): readonly number[] {
  const { loop } = sampling;
  const random = newRandom(1);
  const period = loop.reduce((sum, length) => sum + length, 0);
  const covered = loop.map(() => 0);
  for (let at = 0; at < often; at++) {
    const functions = sampleFunctions(sampling, random);
    const isHit = (groups: readonly SampleGroup[]) => groups.some(({ hits }) => hits > 0);
    const unseen = { low: 0, high: unseenShare(functions.filter(isHit)) };
    functions.forEach((groups, of) => {
      const { low, high } = isHit(groups) ? estimateShare(groups) : unseen;
      const share = (loop[of] ?? 0) / period;
      if (low <= share && share <= high) covered[of] = (covered[of] ?? 0) + 1;
    });
  }
  return covered.map((count) => count / often);
}

/** Loops with numbers of samples, for hits of each function and for periods of the loop. */
const SAMPLED = [
  ['a short loop', 2000, 2000],
  ['a short loop', 700, 5000],
  ['a short loop', 10_000, 1000],
  ['long phases', 2500, 2000],
  ['long phases', 10_000, 1000],
  ['long phases', 30_000, 500],
] as const;

test.each(isEverything ? SAMPLED : SAMPLED.slice(0, 1))(
  'the intervals of every function of %s, sampled %i times, contain its share in 93 to 97 of 100 cases',
  (loop, samples, often) => {
    const sampling = { loop: BENCHED[loop], samples, pauses: true };
    for (const [of, covered] of coverages(sampling, often).entries()) {
      expect(covered, `function ${of}`).toBeGreaterThan(0.93);
      expect(covered, `function ${of}`).toBeLessThan(0.97);
    }
  },
);

const FEW = [
  ['long phases', 320],
  ['a short loop', 160],
  ['long phases', 2000],
] as const;

test.each(isEverything ? FEW : FEW.slice(0, 1))(
  'those of %s are not too narrow with few periods or hits, without pauses: %i samples',
  (loop, samples) => {
    const sampling = { loop: BENCHED[loop], samples, pauses: false };
    for (const [of, covered] of coverages(sampling, 1000).entries()) {
      expect(covered, `function ${of}`).toBeGreaterThan(0.93);
    }
  },
);

/** Numbers of samples without pauses, and the periods of the loop in that time. */
const PERIODS = [
  [1013, 4],
  [2027, 8],
  [4054, 16],
] as const;

test.each(PERIODS)('%i samples show that a program has come round %i times', (samples, periods) => {
  const sampling = { loop: BENCHED['long phases'], samples, pauses: false };
  const seen = countPeriods(sampleFunctions(sampling, newRandom(1))) ?? 0;
  expect(Math.abs(seen - periods)).toBeLessThan(2);
});

test('many periods, pauses and a few groups have no number of periods', () => {
  const [short, long] = [BENCHED['a short loop'], BENCHED['long phases']];
  const random = newRandom(1);
  const countSeen = (sampling: Sampling) => countPeriods(sampleFunctions(sampling, random));
  expect(countSeen({ loop: short, samples: 2000, pauses: false })).toBeUndefined();
  expect(countSeen({ loop: long, samples: 30_000, pauses: true })).toBeUndefined();
  expect(countSeen({ loop: long, samples: 160, pauses: false })).toBeUndefined();
});

test('a function that was hit once may be rarer than Wilson has it', () => {
  const once = times(GROUPS, (): SampleGroup => ({ hits: 0, samples: 25 })).with(7, {
    hits: 1,
    samples: 25,
  });
  expect(estimateShare(once).low * 1000).toBeCloseTo(0.05, 2);
});

test('what no sample hit may have more where the samples depend on each other', () => {
  const groups = (hits: (at: number) => number) =>
    times(GROUPS, () => 0).map((_, at) => ({ hits: hits(at), samples: 100 }));
  const even = groups((at) => 50 + (at % 2 === 0 ? 5 : -5));
  const uneven = groups((at) => (at < GROUPS / 2 ? 100 : 0));
  // As of independent samples: the square of Student's bound among their number.
  expect(unseenShare([even])).toBeCloseTo(5.3 / 4000, 4);
  expect(unseenShare([uneven])).toBeGreaterThan(0.2);
  expect([unseenShare([]), unseenShare([[{ hits: 3, samples: 3 }]])]).toEqual([1, 1]);
});

test('dependent samples give a wider interval', () => {
  const width = (groups: readonly SampleGroup[]) =>
    estimateShare(groups).high - estimateShare(groups).low;
  const even = times(GROUPS, () => ({ samples: 100, hits: 30 })).map((group, at) => ({
    ...group,
    hits: group.hits + (at % 2 === 0 ? 4 : -4),
  }));
  const uneven = even.map((group, at) => ({ ...group, hits: at % 9 < 4 ? 60 : 6 }));
  expect(width(uneven)).toBeGreaterThan(4 * width(even));
});
