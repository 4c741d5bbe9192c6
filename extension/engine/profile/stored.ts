import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AgentImage } from '../../agent';
import { EngineError, systemCode } from '../../base';
import {
  type Capture,
  formatRunProfile,
  type KernelCode,
  newRunProfile,
  openImage,
  readRunProfile,
  type RunProfile,
  withKernel,
} from '../../profile';
import { writeFileAtomic } from '../run-folder';

/** What was executed for the samples of an operation, or why it is not known. */
export interface CapturedOperation {
  /** With its parameters. */
  readonly name: string;
  readonly capture: Capture | undefined;
  readonly reason: string | undefined;
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
  }: {
    readonly operations: readonly CapturedOperation[];
    readonly system?: KernelCode | undefined;
  },
): Promise<RunProfile> {
  const captures = operations.flatMap(({ name, capture }) => (capture ? [{ name, capture }] : []));
  const missing = operations.flatMap(({ name, reason }) =>
    reason === undefined ? [] : [`${name} was not profiled: ${reason}`],
  );
  const own = openImage(elf);
  const image = system ? withKernel(own, system) : own;
  const profile = newRunProfile({ target, image: sha256 }, image, captures);
  const whole = { ...profile, problems: [...profile.problems, ...missing] };
  await writeFileAtomic(join(folder, PROFILE_FILE), formatRunProfile(whole));
  return whole;
}

/** Reads the profile of a run; undefined if it has none. */
export async function readProfile(folder: string): Promise<RunProfile | undefined> {
  const path = join(folder, PROFILE_FILE);
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (systemCode(error) === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  const reading = readRunProfile(text);
  if (reading.profile) return reading.profile;
  throw new EngineError('unreadable', `${path}: ${reading.problem}`);
}
