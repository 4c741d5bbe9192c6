import { resolve } from 'node:path';
import { nearest } from '../core/text/near';
import { EngineError, didYouMean } from '../engine/error';
import { GDB_ADDRESS, isGdbId } from '../targets/external/address';
import { addressedTarget } from '../targets/index';
import { isSshId } from '../targets/ssh/address';
import type { BoardSetup } from '../targets/swd/setup';
import { boardTarget } from '../targets/swd/target';
import type { FlashConsent, Target } from '../targets/target';
import { type Arguments, type OptionSpec, requiredValue, usage, valueOf } from './args';
import type { Context } from './context';

export const SSH_ADDRESS = 'ssh://user@host:port';

/** The option by which commands name their target. */
export const targetOption: OptionSpec = {
  value: 'T',
  about: 'the target: cyclescope targets lists them',
  required: true,
};

/** The options by which a board gets an agent that the user built. */
export const elfOptions = {
  elf: { value: 'FILE', about: "on a board: the agent's ELF file" },
  'traced-elf': { value: 'FILE', about: 'on a board: the one with trace hooks, for --trace' },
} satisfies Readonly<Record<string, OptionSpec>>;

async function namedBy(id: string, context: Context): Promise<Target> {
  const { targets, environment } = context;
  const { CYCLESCOPE_SSH_CONFIG: sshConfig } = environment;
  const target = targets.find((each) => each.id === id) ?? addressedTarget(id, sshConfig);
  if (target) return target;
  refuseAddress(id);
  const { boards } = await context.findBoards(context);
  const board = boards.find((each) => each.id === id);
  if (board) return boardTarget(board);
  const ids = [...targets, ...boards].map((each) => each.id);
  throw new EngineError(
    'unknown-target',
    `There is no target "${id}".`,
    didYouMean(nearest(id, ids)) ??
      `There are: ${[...ids, SSH_ADDRESS].join(', ')}, and ${GDB_ADDRESS}.`,
  );
}

/** What looks like an address and is none. */
function refuseAddress(id: string): void {
  const form = isSshId(id) ? SSH_ADDRESS : isGdbId(id) ? GDB_ADDRESS : undefined;
  if (form === undefined) return;
  throw new EngineError('unknown-target', `"${id}" is no address.`, `Write it like this: ${form}`);
}

/** The board with the agent that the options name, in place of what its configuration says. */
function withElfs(board: BoardSetup, args: Arguments, cwd: string): BoardSetup {
  const headline = valueOf(args, 'elf');
  const traced = valueOf(args, 'traced-elf');
  if (headline === undefined && traced === undefined) return board;
  const before = board.images?.kind === 'files' ? board.images : undefined;
  const named = headline === undefined ? before?.headline : resolve(cwd, headline);
  if (named === undefined) throw usage('--traced-elf needs --elf FILE beside it, for the figures.');
  return {
    ...board,
    images: {
      kind: 'files',
      headline: named,
      traced: traced === undefined ? before?.traced : resolve(cwd, traced),
    },
  };
}

/** The options by which a user agrees to lose what a board's flash holds. */
export const flashOptions = {
  'allow-flash': { about: "on a board: overwrite its flash, where the agent's image lies there" },
  backup: { value: 'DIR', about: 'on a board: keep that flash in a new folder first' },
} satisfies Readonly<Record<string, OptionSpec>>;

/** What the options allow. */
export function flashConsent(args: Arguments, cwd: string): FlashConsent {
  const backup = valueOf(args, 'backup');
  const allowFlash = args.flags.has('allow-flash');
  if (backup !== undefined && !allowFlash) {
    throw usage('--backup keeps what --allow-flash overwrites: give both.');
  }
  return { allowFlash, backup: backup === undefined ? undefined : resolve(cwd, backup) };
}

/** The options that say something to a board alone. */
const FOR_BOARDS = Object.keys({ ...elfOptions, ...flashOptions });

/** The target that `--target` names, with the name of its images. */
export async function targetOf(args: Arguments, context: Context): Promise<Target> {
  const id = requiredValue(args, 'target');
  const target = await namedBy(id, context);
  if (target.board) return boardTarget(withElfs(target.board, args, context.cwd));
  const given = FOR_BOARDS.find((name) => args.values.has(name) || args.flags.has(name));
  if (given !== undefined) {
    throw usage(`--${given} is for boards that are reached over their debug port; ${id} is none.`);
  }
  return (await target.identify?.(context.signal)) ?? target;
}
