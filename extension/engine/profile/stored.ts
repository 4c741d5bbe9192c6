import { createHash } from 'node:crypto';
import { mkdir, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { AgentImage } from '../../agent';
import { EngineError, systemCode } from '../../base';
import {
  type Capture,
  formatRunProfile,
  type Image,
  type KernelCode,
  type NamedAddresses,
  type NamedStacks,
  newFlatRunProfile,
  newRunProfile,
  newSampledRunProfile,
  openImage,
  readRunProfile,
  REPLACE_PROFILE,
  type RunProfile,
  withKernel,
  type RunProfileReading,
} from '../../profile';
import type { RunPass, RunRecord } from '../../runs';
import { readRun, readRunHeads, RECORD_FILE, type StoredRecord } from '../figures';
import { writeFileAtomic } from '../run-folder';

/** The instructions executed for the samples of an operation, or the reason why they are not known. */
export interface CapturedOperation {
  /** With its parameters. */
  readonly name: string;
  readonly capture: Capture | undefined;
  readonly reason: string | undefined;
}

/** The samples of an operation, stacks or addresses, or a sentence with the reason why there are none. */
export interface SampledOperation {
  readonly name: string;
  readonly stacks?: NamedStacks['sampled'];
  readonly addresses?: NamedAddresses['addresses'];
  readonly reason?: string;
}

/** The name of the file beside the record of a run. */
export const PROFILE_FILE = 'profile.json';

/** Writes the profile of a run into its folder; returns it. */
export async function writeProfile(
  folder: string,
  { elf, manifest: { target, sha256 } }: AgentImage,
  {
    operations,
    system,
    machine,
  }: {
    readonly operations: readonly CapturedOperation[];
    readonly system?: KernelCode | undefined;
    /** The target that it ran on. */
    readonly machine: string;
  },
): Promise<RunProfile> {
  const captures = operations.flatMap(({ name, capture }) => (capture ? [{ name, capture }] : []));
  const missing = operations.flatMap(({ name, reason }) =>
    reason === undefined ? [] : [`${name} was not profiled: ${reason}`],
  );
  const own = openImage(elf);
  const image = system ? withKernel(own, system) : own;
  // The code of a kernel does not show the parameters with which the machine started it.
  const ran = system && createHash('sha256').update(`${machine}\n${system.symbols}`).digest('hex');
  const profile = newRunProfile({ target, image: sha256, system: ran }, image, captures);
  const whole = { ...profile, problems: [...profile.problems, ...missing] };
  await writeFileAtomic(join(folder, PROFILE_FILE), formatRunProfile(whole));
  return whole;
}

/** Writes the profile of a run whose operations were sampled into its folder; returns it. */
export async function writeSampledProfile(
  folder: string,
  { elf, path, manifest: { target, sha256 } }: AgentImage,
  operations: readonly SampledOperation[],
): Promise<RunProfile> {
  const facts = { target, image: sha256 };
  const image = openImage(elf);
  const flat = operations.flatMap(({ name, addresses }) =>
    addresses ? [{ name, addresses }] : [],
  );
  const sampled = operations.flatMap(({ name, stacks }) =>
    stacks ? [{ name, sampled: stacks }] : [],
  );
  const missing = operations.flatMap(({ reason }) => reason?.replace(/\.$/, '') ?? []);
  const profile =
    flat.length > 0
      ? newFlatRunProfile(facts, image, flat, { isBenchmark: true, elf: path })
      : newSampledRunProfile(facts, image, sampled);
  const whole = { ...profile, problems: [...profile.problems, ...missing] };
  await writeFileAtomic(join(folder, PROFILE_FILE), formatRunProfile(whole));
  return whole;
}

/** A program on a board, whichever it is, that was sampled. */
export interface SampledFirmware {
  /** The board's id and its name. */
  readonly target: string;
  readonly name: string;
  /** The program's ELF file, and what is in it; undefined if it is not known. */
  readonly elf?:
    { readonly path: string; readonly bytes: Uint8Array; readonly opened: Image } | undefined;
  readonly addresses: NamedAddresses['addresses'];
}

/** Writes the profile of a board's own firmware into a folder. */
export async function writeFirmwareProfile(
  folder: string,
  { target, name, elf, addresses }: SampledFirmware,
): Promise<void> {
  const bytes = elf?.bytes ?? new Uint8Array();
  const opened = elf?.opened ?? openImage(bytes);
  const image = createHash('sha256').update(bytes).digest('hex');
  const options = { isBenchmark: false, elf: elf?.path };
  const sampled = [{ name, addresses }];
  const profile = newFlatRunProfile({ target, image }, opened, sampled, options);
  // Without a program, a remark asks for it.
  const problems = elf ? profile.problems : [];
  await mkdir(folder, { recursive: true });
  await writeFileAtomic(join(folder, PROFILE_FILE), formatRunProfile({ ...profile, problems }));
}

/** Reads the profile of a run, or why it cannot be used; undefined if it has none. */
export async function profileReading(folder: string): Promise<RunProfileReading | undefined> {
  const text = await readFile(join(folder, PROFILE_FILE), 'utf8').catch((error: unknown) => {
    if (systemCode(error) === 'ENOENT') return undefined;
    throw error;
  });
  return text === undefined
    ? undefined
    : checkImage(readRunProfile(text), await readImageHash(folder));
}

/** Refuses the profile of another image than that of the run beside it. */
function checkImage(reading: RunProfileReading, ran: string | undefined): RunProfileReading {
  const { image } = reading.profile ?? {};
  if (ran === undefined || image === undefined || image === ran) return reading;
  return {
    problem:
      `The profile is of image ${image.slice(0, 12)}, but the run measured ${ran.slice(0, 12)}: ` +
      'it belongs to another run, or to another build of the agent.',
    hint: REPLACE_PROFILE,
  };
}

/** The hash of the image that a run's headline figures are of; undefined without a record, as beside firmware. */
async function readImageHash(folder: string): Promise<string | undefined> {
  const record = await stat(join(folder, RECORD_FILE)).catch(() => undefined);
  const [head] = record ? await readRunHeads([{ folder, bytes: record.size }]) : [];
  return head?.passes.find(({ build }) => build === 'headline')?.image.sha256;
}

/** Reads a run. The rate of a profile that was taken after the run was stored is among its facts. */
export async function readRunAsProfiled(stored: Pick<StoredRecord, 'folder'>): Promise<RunRecord> {
  const record = await readRun(stored);
  // A target that repeats exactly has no such facts, and its profile may be large.
  if (record.target.deterministic) return record;
  return withProfiledFacts(record, await profileReading(stored.folder));
}

/** Adds the facts that only the profile of a sampled run has. */
export function withProfiledFacts(
  record: RunRecord,
  reading: RunProfileReading | undefined,
): RunRecord {
  if (record.target.deterministic || !reading?.profile) return record;
  const { profile } = reading;
  const passes = record.passes.map((pass) => {
    return pass.build === 'headline'
      ? { ...pass, facts: withSamplingRate(pass.facts, profile) }
      : pass;
  });
  return { ...record, passes };
}

/** Adds the rate of sampling that was reached, which depends on the probe; an exact profile has none. */
export function withSamplingRate(facts: RunPass['facts'], profile: RunProfile): RunPass['facts'] {
  const rate = averageSamplingRate(profile);
  return rate === undefined ? facts : { ...facts, sampling_rate: `${rate}` };
}

/** The samples per second over all operations; undefined for an exact profile. */
export function averageSamplingRate({ operations }: RunProfile): number | undefined {
  const rates = operations.flatMap(({ sampled }) => sampled?.rate ?? []);
  if (rates.length === 0) return undefined;
  return Math.round(rates.reduce((sum, rate) => sum + rate, 0) / rates.length);
}

/** Reads the profile of a run; undefined if it has none. */
export async function readProfile(folder: string): Promise<RunProfile | undefined> {
  const reading = await profileReading(folder);
  if (reading?.problem === undefined) return reading?.profile;
  throw new EngineError(
    'unreadable',
    `${join(folder, PROFILE_FILE)}: ${reading.problem}`,
    reading.hint,
  );
}

/** Reads the profile of a run that must have one. */
export async function requireProfile(folder: string): Promise<RunProfile> {
  const profile = await readProfile(folder);
  if (profile) return profile;
  const id = basename(folder);
  throw new EngineError(
    'unreadable',
    `${id} has no profile.`,
    `Profile it with cyclescope profile ${id}, or measure again with --profile.`,
  );
}
