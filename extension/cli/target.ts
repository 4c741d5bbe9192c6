import { resolve } from 'node:path';
import { didYouMean, EngineError, nearest } from '../base';
import { type Chip, findChips, OWN_PROJECT, readChips } from '../chips';
import {
  findAddressedTarget,
  addressKinds,
  type BoardSetup,
  type AgentFiles,
  boardTarget,
  boardWithChip,
  chipOfBoard,
  listConnectedBoards,
  type FlashConsent,
  isProbed,
  recogniseBoard,
  type Target,
  withElfs,
} from '../targets';
import {
  type Arguments,
  parseCountOption,
  type OptionSpec,
  getOptionValue,
  getRequiredValue,
  usage,
} from './args';
import type { Context, FoundBoards } from './context';

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

/** Means the one board that is attached: the project's configuration of it, or else its probe. */
const PROBE = 'probe';

function onlyConnected({ boards, attached }: FoundBoards): BoardSetup {
  const connected = listConnectedBoards(boards, attached.probes);
  const [board, ...others] = connected;
  if (board !== undefined && others.length === 0) return board;
  if (board !== undefined) {
    throw usage(
      `${connected.length} probes are attached.`,
      `Name one with --target: ${connected.map(({ id }) => id).join(', ')}`,
    );
  }
  const { blind } = attached;
  if (blind !== undefined) throw new EngineError('unknown-target', `${blind.what}.`, blind.remedy);
  throw new EngineError(
    'unknown-target',
    'No debug probe is attached.',
    'Plug one in, or name a board with --target; to list them: cyclescope targets',
  );
}

async function findTarget(id: string, context: Context): Promise<Target> {
  const { targets, environment } = context;
  const { CYCLESCOPE_SSH_CONFIG: sshConfig } = environment;
  const target = targets.find((each) => each.id === id) ?? findAddressedTarget(id, sshConfig);
  if (target) return target;
  refuseAddress(id);
  const found = await context.findBoards(context);
  const { boards } = found;
  const board =
    boards.find((each) => each.id === id) ?? (id === PROBE ? onlyConnected(found) : undefined);
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
function resolveElfs(args: Arguments, cwd: string, { elfs = {} }: Target): AgentFiles | undefined {
  const headline = getOptionValue(args, 'elf');
  const traced = getOptionValue(args, 'traced-elf');
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
  const backup = getOptionValue(args, 'backup');
  const allowFlash = args.flags.has('allow-flash');
  if (backup !== undefined && !allowFlash) {
    throw usage('--backup saves what --allow-flash overwrites: give both options.');
  }
  return { allowFlash, backup: backup === undefined ? undefined : resolve(cwd, backup) };
}

/** Options for a board without a project. */
export const bareOptions = {
  chip: { value: 'NAME', about: 'on a board without a project: run from the RAM of this chip' },
  'core-hz': {
    value: 'N',
    about: "with --chip: the core's rate after a reset; else it is measured",
  },
} satisfies Readonly<Record<string, OptionSpec>>;

/** The target with images that run from the RAM of the chip that `--chip` names. */
async function withChip(target: Target, args: Arguments, context: Context): Promise<Target> {
  const written = getOptionValue(args, 'chip');
  const coreHz = parseCountOption(args, 'core-hz', 1);
  if (written === undefined) {
    if (coreHz !== undefined) throw usage('--core-hz also needs --chip NAME.');
    return withOwnChip(target, args, context);
  }
  const { board } = target;
  if (board === undefined || !isProbed(board)) {
    throw usage(`--chip works only on boards behind a debug probe; ${target.id} is not one.`);
  }
  const chip = chipNamed(written, await readChips(context.packageFolder));
  return boardTarget(await boardWithChip(board, chip, coreHz));
}

/** The board that `probe` or a probe's own name means, with images for the chip of its configuration if it has no others. */
async function withOwnChip(target: Target, args: Arguments, context: Context): Promise<Target> {
  const { board } = target;
  const isAny = getRequiredValue(args, 'target') === PROBE || board?.probeFamily !== undefined;
  if (!isAny || !board || board.images || args.values.has('elf')) return target;
  const chips = await readChips(context.packageFolder);
  const chip = chipOfBoard(board, chips) ?? (await lookForChip(board, chips, context));
  if (chip !== undefined) return boardTarget(await boardWithChip(board, chip));
  if (board.server !== undefined) return target;
  throw usage(`The chip behind ${board.title} is not known.`, 'Name it: --chip NAME.');
}

async function lookForChip(
  board: BoardSetup,
  chips: readonly Chip[],
  { signal, terminal }: Context,
): Promise<Chip | undefined> {
  const log = { info: terminal.report, debug: () => undefined };
  const chip = await recogniseBoard(board, chips, { signal, log });
  if (chip !== undefined) terminal.report(`Recognised the chip: ${chip.name}`);
  return chip;
}

/** The way for a part that the table lacks, such as a Kinetis. */
export const NO_SUCH_CHIP = `List all: cyclescope chips. For another part: ${OWN_PROJECT.replace(/^A/, 'a')}`;

/** The one chip of a name; a family's chips are not the same. */
function chipNamed(written: string, chips: readonly Chip[]): Chip {
  const { matching, nearest: near } = findChips(written, chips);
  const [chip, ...others] = matching;
  if (chip === undefined) {
    const hint = didYouMean(near.slice(0, 3).map(({ name }) => name));
    throw usage(`The table has no chip "${written}".`, hint ?? NO_SUCH_CHIP);
  }
  if (others.length === 0) return chip;
  throw usage(
    `"${written}" matches ${matching.length} chips.`,
    `Name one of them. To list them: cyclescope chips ${written}`,
  );
}

/** Finds the target that `--target` names, and identifies its images. */
export async function resolveTargetOption(args: Arguments, context: Context): Promise<Target> {
  const id = getRequiredValue(args, 'target');
  const target = await withChip(await findTarget(id, context), args, context);
  const given = Object.keys(flashOptions).find(
    (name) => args.values.has(name) || args.flags.has(name),
  );
  if (given !== undefined && !target.writesFlash) {
    throw usage(
      `--${given} works only on boards that are reached over their debug port; ${id} is not one.`,
    );
  }
  const elfs = resolveElfs(args, context.cwd, target);
  return elfs === undefined
    ? ((await target.identify?.(context.signal)) ?? target)
    : withElfs(target, elfs);
}
