import { didYouMean, type EngineError, visibleLine } from '../../base';
import {
  type Chip,
  type ChipCore,
  countFits,
  findChips,
  fitOfChip,
  fits,
  largestRam,
  listObstacles,
  readChips,
} from '../../chips';
import { plural } from '../../measure';
import { findDevice } from '../../targets';
import { columns, usage } from '../args';
import { type Command, exitCodes, printJson } from '../command';
import type { Context } from '../context';
import { NO_SUCH_CHIP } from '../target';

const hex = (address: number) => `0x${address.toString(16).padStart(8, '0')}`;
const inKB = (bytes: number) => (bytes % 1024 === 0 ? `${bytes / 1024} KB` : `${bytes} B`);

/** A chip as one line of a list, and as one entry of the JSON. */
function toRow(chip: Chip) {
  const { name, family, manufacturer } = chip;
  const [{ architecture, memories }] = chip.cores;
  const ram = largestRam(memories);
  return { name, family, manufacturer, architecture, ram, fits: fitOfChip(chip).id };
}

function rowLine(chip: Chip, width: number): string {
  const { name, architecture, ram } = toRow(chip);
  const size = inKB(ram?.size ?? 0).padStart(8);
  return `${name.padEnd(width)}  ${architecture.padEnd(7)}  ${size}  ${fitOfChip(chip).title}\n`;
}

function list(chips: readonly Chip[]): string {
  const width = Math.max(...chips.map(({ name }) => name.length));
  return chips.map((chip) => rowLine(chip, width)).join('');
}

const KINDS = { ram: '', data: 'data only', boot: 'flash', flash: 'flash, OTP or ROM' };

function coreRows({ name, architecture, accessPort, targetSelect, memories }: ChipCore) {
  const core = name === '' ? architecture : `${name}, ${architecture}`;
  const select = targetSelect === undefined ? '' : `, TARGETSEL ${hex(targetSelect)}`;
  return [
    ['core', `${core}, access port ${accessPort}${select}`],
    ...memories.map((memory) => {
      const notes = [memory.name, KINDS[memory.kind], memory.isAlias ? 'alias' : ''];
      const range = `${hex(memory.start)}  ${inKB(memory.size).padStart(8)}`;
      return ['', [range, ...notes.filter(Boolean)].join('  ')];
    }),
  ] as const;
}

/** Everything about one chip. */
function detail(chip: Chip): string {
  const { name, family, manufacturer, ram } = toRow(chip);
  const names = ram?.names.length ? ` (${ram.names.join(', ')})` : '';
  const rows: (readonly [string, string])[] = [
    ...chip.cores.flatMap((core) => coreRows(core).map(([a = '', b = '']) => [a, b] as const)),
    ['RAM', ram ? `${inKB(ram.size)} at ${hex(ram.start)}${names}` : 'none that executes'],
    ['fits', fitOfChip(chip).title],
    ...listObstacles(chip).flatMap(({ what, remedy, isCertain }) => [
      [isCertain ? 'why' : 'note', `${what}.`] as const,
      ['', remedy] as const,
    ]),
  ];
  const by = manufacturer === undefined ? family : `${family}, ${manufacturer}`;
  return `${name}  (${by})\n${columns(rows)}\n`;
}

/** The chips that the boards of this folder name. */
async function chipsHere(context: Context, chips: readonly Chip[]) {
  const { boards } = await context.findBoards(context);
  return boards.flatMap((board) => {
    const device = findDevice(board);
    const [chip] = device === undefined ? [] : findChips(device, chips).matching;
    return device === undefined ? [] : [{ board: board.id, device, chip: chip?.name }];
  });
}

async function printAll(chips: readonly Chip[], isJson: boolean, context: Context) {
  const here = await chipsHere(context, chips);
  const counts = countFits(chips);
  if (isJson) return printJson(context, { chips: chips.map(toRow), counts, boards: here });
  const { out, report } = context.terminal;
  await out(list(chips));
  const parts = fits.map(({ id, title }) => `${counts[id]} ${title}`);
  report(`${plural(chips.length, 'chip')}, by what fits into their RAM: ${parts.join(', ')}.`);
  for (const { board, device, chip } of here) {
    const which = chip === undefined ? `${device}, which the table lacks` : chip;
    report(visibleLine(`${board} is for ${which}.`));
  }
}

async function printFound(name: string, chips: readonly Chip[], isJson: boolean, context: Context) {
  const { matching, nearest } = findChips(name, chips);
  const names = nearest.map((chip) => chip.name);
  const [first, ...others] = matching;
  if (first === undefined) throw notFound(name, names);
  if (isJson) {
    const rows = matching.map((chip) => ({
      ...toRow(chip),
      obstacles: listObstacles(chip),
      cores: chip.cores,
    }));
    return printJson(context, { chips: rows, nearest: names });
  }
  await context.terminal.out(others.length === 0 ? detail(first) : list(matching));
}

function notFound(name: string, names: readonly string[]): EngineError {
  const hint = didYouMean(names.slice(0, 3)) ?? NO_SUCH_CHIP;
  return usage(`The table has no Cortex-M part "${name}".`, hint);
}

/** `cyclescope chips` */
export const chipsCommand: Command = {
  spec: {
    name: 'chips',
    about: 'list Cortex-M parts, and which benchmarks fit into their RAM',
    details:
      'NAME is a part, its beginning, or the name that a debugger has for it. One part is shown with its\n' +
      'memories; without NAME all are listed, with those of the boards of this folder.',
    positionals: { name: '[NAME]', min: 0, max: 1 },
    options: {},
  },
  run: async (args, context) => {
    const chips = await readChips(context.packageFolder);
    const [name] = args.positionals;
    const isJson = args.flags.has('json');
    await (name === undefined
      ? printAll(chips, isJson, context)
      : printFound(name, chips, isJson, context));
    return exitCodes.ok;
  },
};
