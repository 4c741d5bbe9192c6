import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { nearest } from '../core/text/near';
import { EngineError, didYouMean } from '../engine/error';
import { type ImagePlace, imagePlaces } from '../engine/images/find';
import { addressedTarget } from '../targets/index';
import { isSshId } from '../targets/ssh/address';
import type { Target } from '../targets/target';
import { type Arguments, type OptionSpec, requiredValue } from './args';
import type { Terminal } from './terminal';

/** Everything that a command knows of the world outside. */
export interface Context {
  readonly terminal: Terminal;
  readonly targets: readonly Target[];
  readonly signal: AbortSignal;
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The folder of Cyclescope's own package.json. */
  readonly packageFolder: string;
}

/** The option by which commands name their target. */
export const targetOption: OptionSpec = {
  value: 'T',
  about: 'the target: cyclescope targets lists them',
  required: true,
};

/** The target that `--target` names, as far as its images are known without asking it. */
function namedTarget(args: Arguments, { targets, environment }: Context): Target {
  const id = requiredValue(args, 'target');
  const { CYCLESCOPE_SSH_CONFIG: sshConfig } = environment;
  const found = targets.find((target) => target.id === id) ?? addressedTarget(id, sshConfig);
  if (found) return found;
  if (isSshId(id)) {
    throw new EngineError(
      'unknown-target',
      `"${id}" is no address.`,
      'Write it like this: ssh://user@host:port',
    );
  }
  const ids = targets.map((target) => target.id);
  throw new EngineError(
    'unknown-target',
    `There is no target "${id}".`,
    didYouMean(nearest(id, ids)) ?? `There are: ${ids.join(', ')}, and ssh://user@host:port.`,
  );
}

/** The target that `--target` names, with the name of its images. */
export async function targetOf(args: Arguments, context: Context): Promise<Target> {
  const target = namedTarget(args, context);
  return (await target.identify?.(context.signal)) ?? target;
}

/** Where this call looks for images. */
export function placesOf(context: Context): readonly ImagePlace[] {
  return imagePlaces(context);
}

/** Cyclescope's version. */
export async function versionOf({ packageFolder }: Context): Promise<string> {
  const text = await readFile(join(packageFolder, 'package.json'), 'utf8');
  const { version } = JSON.parse(text) as { version?: unknown };
  return typeof version === 'string' ? version : 'unknown';
}
