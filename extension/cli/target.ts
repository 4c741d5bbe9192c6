import { resolve } from 'node:path';
import { didYouMean, EngineError, nearest } from '../base';
import {
  addressedTarget,
  addressKinds,
  type AgentFiles,
  boardTarget,
  type FlashConsent,
  isProbed,
  type Target,
  withElfs,
} from '../targets';
import { type Arguments, type OptionSpec, optionValueOf, requiredValue, usage } from './args';
import type { Context } from './context';

/** The option that names the target. */
export const targetOption: OptionSpec = {
  value: 'T',
  about: 'the target; cyclescope targets lists them',
  required: true,
};

/** Options for an agent that the user built. */
export const elfOptions = {
  elf: { value: 'FILE', about: "the agent's ELF file, instead of an image that Cyclescope stores" },
  'traced-elf': { value: 'FILE', about: 'the ELF file with trace hooks, for --trace' },
} satisfies Readonly<Record<string, OptionSpec>>;

async function findTarget(id: string, context: Context): Promise<Target> {
  const { targets, environment } = context;
  const { CYCLESCOPE_SSH_CONFIG: sshConfig } = environment;
  const target = targets.find((each) => each.id === id) ?? addressedTarget(id, sshConfig);
  if (target) return target;
  refuseAddress(id);
  const { boards } = await context.findBoards(context);
  const board = boards.find((each) => each.id === id);
  if (board) return boardTarget(board);
  const ids = [...targets, ...boards].map((each) => each.id);
  const forms = addressKinds.map(({ form }) => form);
  throw new EngineError(
    'unknown-target',
    `There is no target "${id}".`,
    didYouMean(nearest(id, ids)) ??
      `Available: ${[...ids, ...forms.slice(0, -1)].join(', ')}, and ${forms.at(-1)}.`,
  );
}

/** Rejects an id with the scheme of an address but not its form. */
function refuseAddress(id: string): void {
  const form = addressKinds.find(({ scheme }) => id.startsWith(scheme))?.form;
  if (form === undefined) return;
  throw new EngineError(
    'unknown-target',
    `"${id}" is not a valid address.`,
    `The form is: ${form}`,
  );
}

/** The files that the options name, instead of the target's own. */
function elfsOf(args: Arguments, cwd: string, { elfs = {} }: Target): AgentFiles | undefined {
  const headline = optionValueOf(args, 'elf');
  const traced = optionValueOf(args, 'traced-elf');
  if (headline === undefined && traced === undefined) return undefined;
  const named = headline === undefined ? elfs.headline : resolve(cwd, headline);
  if (named === undefined)
    throw usage('--traced-elf also needs --elf FILE, the image that the figures come from.');
  return { headline: named, traced: traced === undefined ? elfs.traced : resolve(cwd, traced) };
}

/** Options that allow a board's flash to be overwritten. */
export const flashOptions = {
  'allow-flash': { about: 'on a board: overwrite its flash if the image is linked to flash' },
  backup: { value: 'DIR', about: 'on a board: first save that flash to a new folder' },
} satisfies Readonly<Record<string, OptionSpec>>;

/** Reads what the options allow. */
export function flashConsent(args: Arguments, cwd: string): FlashConsent {
  const backup = optionValueOf(args, 'backup');
  const allowFlash = args.flags.has('allow-flash');
  if (backup !== undefined && !allowFlash) {
    throw usage('--backup saves what --allow-flash overwrites: give both options.');
  }
  return { allowFlash, backup: backup === undefined ? undefined : resolve(cwd, backup) };
}

/** Finds the target that `--target` names, and identifies its images. */
export async function targetOf(args: Arguments, context: Context): Promise<Target> {
  const id = requiredValue(args, 'target');
  const target = await findTarget(id, context);
  const { board } = target;
  const given = Object.keys(flashOptions).find(
    (name) => args.values.has(name) || args.flags.has(name),
  );
  if (given !== undefined && !(board && isProbed(board))) {
    throw usage(
      `--${given} works only on boards that are reached over their debug port; ${id} is not one.`,
    );
  }
  const elfs = elfsOf(args, context.cwd, target);
  return elfs === undefined
    ? ((await target.identify?.(context.signal)) ?? target)
    : withElfs(target, elfs);
}
