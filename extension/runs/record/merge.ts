import { isName } from './identity';
import { withStep } from './pass';
import type { ClockRecord, OperationRecord, RunPass } from './record';

type Facts = RunPass['facts'];

/**
 * The passes of one image that shards of a run measured, merged, with what names the board of each shard; or why they
 * cannot be merged.
 */
export type MergedPass =
  | { readonly pass: RunPass; readonly names: readonly (Facts | undefined)[] }
  | { readonly difference: string };

/**
 * Merges what shards measured with one image at the same time. Their operations follow each other by
 * `order`, the positions of `suite/op`, and name their shard.
 */
export function mergePasses(
  shards: readonly (RunPass | undefined)[],
  order: ReadonlyMap<string, number>,
): MergedPass | undefined {
  const measured = shards.flatMap((pass, shard) => (pass ? [{ pass, shard }] : []));
  const [first, ...others] = measured;
  if (first === undefined) return undefined;
  for (const other of others) {
    const difference = findDifference(first.pass, other.pass);
    if (difference !== undefined)
      return { difference: `${difference} in shard ${other.shard + 1}` };
  }
  const clocks: ClockRecord[] = [];
  const getPosition = ({ suite, op }: OperationRecord) => order.get(`${suite}/${op}`) ?? order.size;
  const operations = measured
    .flatMap(({ pass, shard }) => {
      const own = pass.clocks.map((clock) => internClock(clocks, clock));
      return pass.operations.map((each) => ({ ...each, clock: own[each.clock] ?? 0, shard }));
    })
    .sort((one, other) => one.repeat - other.repeat || getPosition(one) - getPosition(other));
  const passes = measured.map(({ pass }) => pass);
  const isCommon = ([name, value]: readonly [string, string]) =>
    passes.every(({ facts }) => facts[name] === value);
  return {
    names: shards.map((pass) => pass && selectFacts(pass, (fact) => !isCommon(fact))),
    pass: {
      ...first.pass,
      facts: selectFacts(first.pass, isCommon),
      ...mergeConditions(passes),
      clocks: clocks.map((clock, index) => withStep(clock, index, operations)),
      operations,
      stream: sumStreams(passes.map(({ stream }) => stream)),
      problems: [...new Set(passes.flatMap(({ problems }) => problems))],
    },
  };
}

function selectFacts(
  { facts }: RunPass,
  isWanted: (fact: readonly [string, string]) => boolean,
): Facts {
  return Object.fromEntries(Object.entries(facts).filter(isWanted));
}

/** The first way in which two passes were not measured alike; they may be of boards with other names. */
function findDifference(one: RunPass, other: RunPass): string | undefined {
  if (one.image.sha256 !== other.image.sha256) return 'The image is another one';
  const names = new Set([...Object.keys(one.facts), ...Object.keys(other.facts)]);
  for (const name of names) {
    if (isName(name)) continue;
    const values = [one.facts[name], other.facts[name]].map((value) => value ?? 'unknown');
    if (values[0] !== values[1]) return `${name} is ${values[1]} instead of ${values[0]}`;
  }
  return undefined;
}

/** Finds a clock, or adds it; its step follows from the values of all shards. */
function internClock(clocks: ClockRecord[], clock: ClockRecord): number {
  const own = { ...clock, step: undefined };
  const text = JSON.stringify(own);
  const found = clocks.findIndex((each) => JSON.stringify(each) === text);
  return found >= 0 ? found : clocks.push(own) - 1;
}

/** Shards run beside each other: of each condition the largest value counts. */
function mergeConditions(passes: readonly RunPass[]): Pick<RunPass, 'conditions'> {
  const all = passes.flatMap(({ conditions }) => Object.entries(conditions ?? {}));
  if (all.length === 0) return {};
  const largest: Record<string, string> = {};
  for (const [name, value] of all) {
    const known = largest[name];
    if (known === undefined || Number(value) > Number(known)) largest[name] = value;
  }
  return { conditions: largest };
}

function sumStreams(streams: readonly RunPass['stream'][]): RunPass['stream'] {
  const total = (name: keyof RunPass['stream']) =>
    streams.reduce((sum, stream) => sum + stream[name], 0);
  return {
    bytes: total('bytes'),
    events: total('events'),
    overflows: total('overflows'),
    lostPackets: total('lostPackets'),
  };
}
