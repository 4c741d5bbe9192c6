import * as v from 'valibot';
import { sumNumbers } from '../../base';
import type { Capture } from '../capture';
import {
  describeCode,
  type ExecutedCode,
  type ExecutedInstruction,
  FLOWS,
  indexAddresses,
} from '../code';
import type { Image } from '../image';
import type { CodeCapture } from '../stacks';
import { foldSequences, packNumbers, unfoldSequences, unpackNumbers } from './pack';
import { samplingSchema } from './sampling-schema';

/** The profile of a run: the operations that were profiled, and the code that they executed. */
export interface RunProfile {
  readonly target: string;
  /** The hash of the image that ran. */
  readonly image: string;
  /** The hash of what else ran, the kernel of a machine; none if the image is all of it. */
  readonly system?: string | undefined;
  /** Parts that the image lacks, such as debug information. */
  readonly problems: readonly string[];
  readonly code: ExecutedCode;
  readonly operations: readonly ProfiledOperation[];
}

/**
 * The instructions that an operation executed, with indices of the profile's code. If it was sampled,
 * these are functions: a path is a stack, with the outermost one first.
 */
export interface ProfiledOperation extends CodeCapture {
  /** Suite and operation with their parameters, as in the run's record. */
  readonly name: string;
}

interface NamedCapture {
  readonly name: string;
  readonly capture: Capture;
}

/** Makes the profile of a run from what its target recorded. */
export function newRunProfile(
  facts: Pick<RunProfile, 'target' | 'image' | 'system'>,
  image: Image,
  captures: readonly NamedCapture[],
): RunProfile {
  const code = describeCode(
    image,
    captures.flatMap(({ capture }) => capture.addresses),
  );
  const operations = captures.map(({ name, capture }) => {
    const indices = indexAddresses(code, capture.addresses);
    const paths = capture.paths.map(({ steps, count }) => ({
      count,
      steps: steps.flatMap((step) => {
        if (step % 2 === 1) return step;
        const index = indices[step / 2];
        return index === undefined ? [] : 2 * index;
      }),
    }));
    const { order, measuredSamples } = capture;
    return { name, paths, order, measuredSamples };
  });
  return { ...facts, problems: image.problems, code, operations };
}

/** The schema written by this version; the first one stored no groups of samples. */
export const PROFILE_SCHEMA = 2;

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const index = v.pipe(v.number(), v.safeInteger(), v.minValue(-2));
const packed = v.pipe(
  v.string(),
  v.transform((text) => unpackNumbers(text)),
  v.check((numbers) => numbers !== undefined, 'damaged numbers'),
  v.transform((numbers) => numbers ?? []),
);
const runs = v.object({ starts: packed, lengths: packed });
const profileSchema = v.object({
  schema: v.picklist([1, PROFILE_SCHEMA]),
  target: v.string(),
  image: v.string(),
  system: v.optional(v.string()),
  problems: v.array(v.string()),
  code: v.object({
    files: v.array(v.string()),
    functions: v.array(v.tuple([v.string(), index, count, v.boolean()])),
    symbols: v.array(v.tuple([v.string(), v.pipe(v.number(), v.safeInteger())])),
    /** Function, file and line of each frame, one chain behind the other; lengths of the chains. */
    chains: v.object({ lengths: packed, functions: packed, files: packed, lines: packed }),
    handlers: packed,
    idle: v.optional(v.object({ files: packed, lines: packed })),
    instructions: v.object({
      addresses: packed,
      lengths: packed,
      flows: packed,
      targets: packed,
      symbols: packed,
      chains: packed,
      /** Code that is not in the image; -1 for the rest. */
      words: v.optional(packed),
    }),
  }),
  levels: v.array(runs),
  operations: v.array(
    v.object({
      name: v.string(),
      paths: v.array(v.object({ count, steps: packed, groups: v.optional(packed) })),
      order: packed,
      measuredSamples: v.optional(count),
      sampled: v.optional(samplingSchema),
    }),
  ),
});

/** An even step takes half of the room of its number, so that instructions in a row go up by one. */
const foldStep = (step: number) => (step % 2 === 0 ? step / 2 : -1 - step);
const unfoldStep = (value: number) => (value < 0 ? -1 - value : 2 * value);

/** Writes a profile as the text of `profile.json`. */
export function formatRunProfile({
  target,
  image,
  system,
  problems,
  code,
  operations,
}: RunProfile): string {
  const paths = operations.flatMap((operation) => operation.paths);
  const { levels, sequences } = foldSequences(paths.map(({ steps }) => steps.map(foldStep)));
  let next = 0;
  const stored: v.InferInput<typeof profileSchema> = {
    schema: PROFILE_SCHEMA,
    target,
    image,
    system,
    problems: [...problems],
    code: formatCode(code),
    levels: levels.map(({ starts, lengths }) => ({
      starts: packNumbers(starts),
      lengths: packNumbers(lengths),
    })),
    operations: operations.map(({ name, sampled, paths: own, order, measuredSamples }) => ({
      name,
      ...(sampled && { sampled: { ...sampled, remarks: [...sampled.remarks] } }),
      paths: own.map(({ count: times, groups }) => ({
        count: times,
        steps: packNumbers(sequences[next++] ?? []),
        ...(groups && { groups: packNumbers(groups) }),
      })),
      order: packNumbers(order),
      measuredSamples,
    })),
  };
  return `${JSON.stringify(stored)}\n`;
}

function formatCode(code: ExecutedCode): v.InferInput<typeof profileSchema>['code'] {
  const { instructions, chains } = code;
  const frames = chains.flat();
  const column = (of: (instruction: ExecutedInstruction) => number) =>
    packNumbers(instructions.map(of));
  return {
    files: [...code.files],
    functions: code.functions.map(({ name, file, line, isHarness }) => [
      name,
      file,
      line,
      isHarness,
    ]),
    symbols: code.symbols.map(({ name, from }) => [name, from]),
    chains: {
      lengths: packNumbers(chains.map(({ length }) => length)),
      functions: packNumbers(frames.map((frame) => frame.function)),
      files: packNumbers(frames.map(({ file }) => file)),
      lines: packNumbers(frames.map(({ line }) => line)),
    },
    handlers: packNumbers(code.handlers),
    idle: {
      files: packNumbers(code.idle.map(({ file }) => file)),
      lines: packNumbers(code.idle.map(({ line }) => line)),
    },
    instructions: {
      addresses: column(({ address }) => address),
      lengths: column(({ length }) => length),
      flows: column(({ flow }) => FLOWS.indexOf(flow)),
      targets: column(({ target }) => target),
      symbols: column(({ symbol }) => symbol),
      chains: column(({ chain }) => chain),
      ...(instructions.some(({ word }) => word !== undefined) && {
        words: column(({ word = -1 }) => word),
      }),
    },
  };
}

const samplesOfFirstSchema = v.object({
  schema: v.literal(1),
  operations: v.looseTuple([v.object({ sampled: v.object({ event: v.string() }) })]),
});

/** A profile, or the reason why there is none. */
export type RunProfileReading =
  | { readonly profile: RunProfile; readonly problem?: never; readonly hint?: never }
  | { readonly profile?: never; readonly problem: string; readonly hint: string };

/** The remedy for a profile that cannot be used. */
export const REPLACE_PROFILE =
  'Delete the file and profile the run again, or measure again with --profile.';

/** More steps than this are no profile of a run: the whole catalogue has one million. */
const MOST_STEPS = 2 ** 26;

/** Reads the text of a `profile.json`. */
export function readRunProfile(text: string): RunProfileReading {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return { problem: 'This is not a profile: it is not JSON.', hint: REPLACE_PROFILE };
  }
  const version = v.safeParse(v.object({ schema: count }), json);
  if (version.success && version.output.schema > PROFILE_SCHEMA) {
    const { schema } = version.output;
    return {
      problem: `The profile has schema ${schema}, and this version reads up to ${PROFILE_SCHEMA}.`,
      hint: 'Update Cyclescope.',
    };
  }
  if (v.is(samplesOfFirstSchema, json)) {
    return {
      problem:
        'An earlier version stored these samples without what their intervals are computed from.',
      hint: REPLACE_PROFILE,
    };
  }
  const checked = v.safeParse(profileSchema, json);
  if (checked.success) return restore(checked.output);
  const [issue] = checked.issues;
  return damageAt(`${v.getDotPath(issue) ?? 'its root'}: ${issue.message}`);
}

const damageAt = (where: string) => ({
  problem: `The profile is damaged at ${where}.`,
  hint: REPLACE_PROFILE,
});

function restore(stored: v.InferOutput<typeof profileSchema>): RunProfileReading {
  const { target, image, system, problems, levels } = stored;
  const code = restoreCode(stored.code);
  if (typeof code === 'string') return damageAt(code);
  const sequences = stored.operations.flatMap(({ paths }) => paths.map(({ steps }) => steps));
  const unfoldedPaths = unfoldSequences({ levels, sequences }, MOST_STEPS);
  if (unfoldedPaths === undefined)
    return damageAt('operations: their paths cannot be put together');
  const steps = unfoldedPaths.map((path) => path.map(unfoldStep));
  const most = 2 * code.instructions.length;
  if (steps.some((path) => path.some((step) => step % 2 === 0 && step >= most))) {
    return damageAt('operations: a step is outside of the code');
  }
  let next = 0;
  const operations = stored.operations.map(({ name, sampled, paths, order, measuredSamples }) => ({
    name,
    order,
    measuredSamples,
    ...(sampled && { sampled }),
    paths: paths.map(({ count: times, groups }) => {
      return { count: times, steps: steps[next++] ?? [], ...(groups && { groups }) };
    }),
  }));
  const lost = operations.find(({ paths, order }) =>
    order.some((path) => paths[path] === undefined),
  );
  if (lost !== undefined) return damageAt(`operations: a sample of ${lost.name} has no path`);
  const excess = operations.find(
    ({ order, measuredSamples = Infinity }) => measuredSamples < order.length,
  );
  if (excess !== undefined) return damageAt(`operations: ${excess.name} has too many samples`);
  return { profile: { target, image, system, problems, code, operations } };
}

/** Restores the code, or returns where it is damaged. */
function restoreCode(stored: v.InferOutput<typeof profileSchema>['code']): ExecutedCode | string {
  const { addresses, ...columns } = stored.instructions;
  const count = addresses.length;
  const uneven = Object.entries(columns).find(([, column]) => column && column.length !== count);
  if (uneven !== undefined) return `code.instructions.${uneven[0]}: ${count} values are needed`;
  const functions = stored.functions.map(([name, file, line, isHarness]) => ({
    name,
    file,
    line,
    isHarness,
  }));
  const chains = restoreChains(stored.chains, functions.length);
  if (chains === undefined) return 'code.chains';
  const instructions = addresses.map((address, at): ExecutedInstruction => {
    const [symbol, chain] = [columns.symbols[at] ?? -1, columns.chains[at] ?? -1];
    const flow = FLOWS[columns.flows[at] ?? -1] ?? 'unknown';
    const [length, target] = [columns.lengths[at] ?? 0, columns.targets[at] ?? -1];
    const word = columns.words?.[at] ?? -1;
    const own = { address, length, flow, target, symbol, chain };
    return word < 0 ? own : { ...own, word };
  });
  const symbols = stored.symbols.map(([name, from]) => ({ name, from }));
  const isLost = ({ symbol, chain }: ExecutedInstruction) =>
    symbols[symbol] === undefined || chains[chain] === undefined;
  if (instructions.some(isLost)) return 'code.instructions: one has no function';
  return {
    instructions,
    functions,
    chains,
    symbols,
    files: stored.files,
    handlers: stored.handlers,
    idle: stored.idle?.files.map((file, at) => ({ file, line: stored.idle?.lines[at] ?? 0 })) ?? [],
  };
}

function restoreChains(
  { lengths, functions, files, lines }: v.InferOutput<typeof profileSchema>['code']['chains'],
  known: number,
): ExecutedCode['chains'] | undefined {
  const count = functions.length;
  if (files.length !== count || lines.length !== count) return undefined;
  if (functions.some((own) => own < 0 || own >= known)) return undefined;
  if (lengths.some((length) => length < 1 || length > count)) return undefined;
  if (sumNumbers(lengths) !== count) return undefined;
  let next = 0;
  return lengths.map((length) =>
    Array.from({ length }, () => {
      const at = next++;
      return { function: functions[at] ?? 0, file: files[at] ?? -1, line: lines[at] ?? 0 };
    }),
  );
}
