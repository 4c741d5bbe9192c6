import { visibleLine } from '../base';
import { formatNumber, plural, type Share } from '../measure';
import {
  computeAddedCost,
  type Change,
  type ChangedFunction,
  type FirstSamples,
  mainChanges,
  type OperationDifference,
} from './difference';
import {
  type Cost,
  costFunctions,
  costLines,
  countInstructions,
  type FlameNode,
  buildFlameGraph,
  sumInstructions,
  countProfileSamples,
} from './figures';
import { writeAddress } from './image';
import { shareFunctions } from './shares';
import type { Profile, Sampling } from './stacks';

/*
 * Profiles as text for a terminal. All figures are instructions of one operation:
 *
 *      self     total     calls  function
 *      26.0      51.0       1.0  xQueueSemaphoreTake
 */

const WIDTH = 10;
const ASSEMBLY = 44;
const cell = (text: string) => text.padStart(WIDTH);
const figure = (value: number) => cell(value === 0 ? '·' : value.toFixed(1));
const head = (...titles: string[]) => titles.map(cell).join('');
function nameAt({ code, functions }: Profile, own: number): string {
  const { name = '?', file = -1 } = functions[own] ?? {};
  return formatName(code.files[file], name);
}

/** Names like `memset` are those of a function in the C library and of another one in the kernel. */
const formatName = (file: string | undefined, name: string) =>
  visibleLine(isSystem(file) && file !== name ? `${name} ${file}` : name);

/** The kernel, the vDSO, or a library: files without their paths. */
const isSystem = (file: string | undefined) => file?.startsWith('[') === true;

function title(profile: Profile): string {
  const samples = countProfileSamples(profile);
  const { sampled, measuredSamples } = profile;
  if (sampled) return `${visibleLine(profile.name)}: ${samplingText(samples, sampled)}`;
  const mean = sumInstructions(profile) / Math.max(1, samples);
  const of =
    measuredSamples === undefined
      ? plural(samples, 'sample')
      : firstSamplesText({ compared: samples, before: measuredSamples, after: measuredSamples });
  return `${visibleLine(profile.name)}: ${mean.toFixed(1)} instructions, mean of ${of}`;
}

/** Names samples of a long operation: `the first 1 of 100 samples`. */
function firstSamplesText({ compared, before, after }: FirstSamples): string {
  const all = before === after ? '' : `${formatNumber(before)} and `;
  return `the first ${formatNumber(compared)} of ${all}${plural(after, 'sample')}`;
}

/** Describes how samples were taken, and what they are shares of. */
function samplingText(samples: number, { way, seconds, rate, isFlat }: Sampling): string {
  const kind = isFlat ? 'sampled, flat' : 'sampled';
  const taken = `${plural(samples, 'sample')} in ${formatNumber(seconds)} s, ${formatNumber(rate)} per second`;
  return `${kind}, ${taken}, from ${visibleLine(way)}; % of the operation's time`;
}

/** Figures of one operation, or percent of the samples. */
const computeUnit = (profile: Profile) =>
  Math.max(1, countProfileSamples(profile)) / (profile.sampled ? 100 : 1);

function costCells({ self, total, calls }: Cost, unit: number): string {
  return [self, total, calls].map((value) => figure(value / unit)).join('');
}

/** The functions of an operation, most expensive (self) first; of a sampled one with intervals. */
export function functionsText(profile: Profile, most = Infinity): string[] {
  const unit = computeUnit(profile);
  const rows = costFunctions(profile).filter(({ self }) => self > 0);
  const shares = profile.sampled && shareFunctions(profile);
  const heads = shares
    ? `${head('self')}${'95 % interval'.padStart(WIDE)}${head('total')}`
    : head('self', 'total', 'calls');
  return [
    title(profile),
    `${heads}  function`,
    ...rows.slice(0, most).map((row) => {
      const inlined = row.isInlined && isFunction(profile, row.function) ? ' (inlined)' : '';
      const interval = intervalText(shares?.get(row.function)?.self).padStart(WIDE);
      const cells = shares
        ? `${figure(row.self / unit)}${interval}${figure(row.total / unit)}`
        : costCells(row, unit);
      return `${cells}  ${nameAt(profile, row.function)}${inlined}`;
    }),
  ];
}

/** The width of an interval: `12.3 to 14.5`. */
const WIDE = 16;

const intervalText = (share: Share | undefined) =>
  share === undefined ? '' : `${(100 * share.low).toFixed(1)} to ${(100 * share.high).toFixed(1)}`;

const isFunction = ({ functions }: Profile, own: number) => functions[own]?.kind === 'function';

/** Shows which function calls which, without stacks below a share of the whole. */
export function treeText(profile: Profile, smallest = 0.005): string[] {
  const unit = computeUnit(profile);
  const least = sumInstructions(profile) * smallest;
  const lines = (node: FlameNode, depth: number): string[] => {
    if (node.total < least) return [];
    const name = `${'  '.repeat(depth)}${nameAt(profile, node.function)}`;
    const row = `${costCells(node, unit)}  ${name}${node.isInlined ? ' (inlined)' : ''}`;
    return [row, ...node.children.flatMap((child) => lines(child, depth + 1))];
  };
  const tree = buildFlameGraph(profile).flatMap((node) => lines(node, 0));
  return [title(profile), `${head('self', 'total', 'calls')}  stack`, ...tree];
}

/** A source file, or a remark why its lines are not shown. */
export interface SourceText {
  readonly lines?: readonly string[];
  readonly remark?: string;
  /** Where it is, if that is not where the image names it. */
  readonly path?: string;
}

/** The executed lines by file, with their sources where `readSource` has them. */
export function linesText(
  profile: Profile,
  readSource: (file: string) => SourceText = () => ({}),
): string[] {
  const unit = computeUnit(profile);
  const text = [title(profile)];
  let current: number | undefined;
  let source: SourceText = {};
  for (const row of costLines(profile)) {
    if (row.file !== current) {
      const file = profile.code.files[row.file] ?? '';
      current = row.file;
      source = readSource(file);
      const columns = head('self', 'total', 'calls');
      const remark = source.remark === undefined ? '' : ` (${source.remark})`;
      const path = visibleLine(source.path ?? file);
      text.push('', `${columns}  ${file === '' ? 'without a line' : path}${remark}`);
    }
    const line = row.line === 0 ? '?' : String(row.line);
    const code = visibleLine(expandTabs(source.lines?.[row.line - 1] ?? ''));
    text.push(`${costCells(row, unit)} ${line.padStart(6)}  ${code}`.trimEnd());
  }
  return text;
}

const TAB = 4;
const expandTabs = (text: string) =>
  text.replace(
    /([^\t]*)\t/g,
    (_, before: string) => before + ' '.repeat(TAB - (before.length % TAB)),
  );

/**
 * Each executed instruction with how often it was executed, or its share of the samples, and where it comes from; `assemblyAt`
 * disassembles an address.
 */
export function instructionsText(
  profile: Profile,
  assemblyAt: (address: number) => string = () => '',
): string[] {
  const { code } = profile;
  const unit = computeUnit(profile);
  const counts = [...countInstructions(profile)].sort(([a], [b]) => a - b);
  let symbol = -1;
  const rows = counts.flatMap(([at, count]) => {
    const instruction = code.instructions[at];
    if (instruction === undefined) return [];
    const [innermost] = code.chains[instruction.chain] ?? [];
    const file = code.files[innermost?.file ?? -1]?.replace(/^.*[/\\]/, '') ?? '';
    const from = file === '' ? '' : `${visibleLine(file)}:${innermost?.line ?? 0}`;
    const isNew = instruction.symbol !== symbol;
    symbol = instruction.symbol;
    const name = visibleLine(code.symbols[symbol]?.name ?? '?');
    const address = writeAddress(instruction.address).padStart(WIDTH);
    const assembly = visibleLine(assemblyAt(instruction.address));
    const shown = assembly === '' ? '' : `${assembly.padEnd(ASSEMBLY)}  `;
    const row = `${figure(count / unit)}${address}  ${shown}${from}`.trimEnd();
    return isNew ? ['', `${name}:`, row] : [row];
  });
  return [title(profile), ...rows];
}

const WORDS: Readonly<Record<Change, string>> = {
  new: 'new',
  vanished: 'no longer called',
  inlined: 'now inlined',
  'no longer inlined': 'no longer inlined',
  calls: '',
  cost: '',
};

const formatSigned = (value: number) =>
  cell(Math.abs(value) < 0.05 ? '·' : `${value > 0 ? '+' : ''}${value.toFixed(1)}`);

/** Describes the change of a function in words. */
function formatFunctionChange({ change, before, after }: ChangedFunction): string {
  if (change !== 'calls') return WORDS[change];
  const more = after.calls - before.calls;
  const count = Math.abs(more).toFixed(1).replace(/\.0$/, '');
  if (count === '0') return more > 0 ? 'more calls' : 'fewer calls';
  return `${count} ${count === '1' ? 'call' : 'calls'} ${more > 0 ? 'more' : 'fewer'}`;
}

/**
 * Names the first functions of a difference in a sentence's words: `insert +3.0 (1 call more)`, with the
 * samples if they are not all.
 */
export function describeCostliest(difference: OperationDifference, most: number): string {
  const { firstSamples } = difference;
  const changes = mainChanges(difference)
    .slice(0, most)
    .map((row) => formatLabel(row, ` ${formatSigned(computeAddedCost(row)).trim()}`))
    .join(', ');
  if (changes === '' || firstSamples === undefined) return changes;
  return `${changes}; in ${firstSamplesText(firstSamples)}`;
}

/** Lists the shares of layers on both sides; nothing where they are not known. */
function layerRows({ before, after, layers }: OperationDifference): string[] {
  const cells = (value: number, all: number) =>
    figure(value) + cell(value === 0 ? '·' : `${((100 * value) / Math.max(1, all)).toFixed(1)} %`);
  const rows = layers
    .filter((row) => Math.max(row.before, row.after) >= 0.05)
    .map((row) => `${cells(row.before, before)}${cells(row.after, after)}  ${row.layer}`);
  return rows.length === 0 ? [] : [`${head('before', 'share', 'after', 'share')}  layer`, ...rows];
}

/** Lists the layers of a difference, and its functions, the largest first. */
export function differenceText(difference: OperationDifference, most = Infinity): string[] {
  const { name, before, after, functions, firstSamples } = difference;
  const change = formatSigned(after - before).trim();
  const figures = `${before.toFixed(1)} to ${after.toFixed(1)} instructions (${change})`;
  const of = firstSamples ? `, mean of ${firstSamplesText(firstSamples)}` : '';
  const shown = mainChanges(difference).slice(0, most);
  const rows = shown.map((row) => {
    const total = row.after.total - row.before.total;
    const cells = [computeAddedCost(row), total, row.after.calls - row.before.calls]
      .map(formatSigned)
      .join('');
    return `${cells}  ${formatLabel(row)}`;
  });
  const rest = functions.filter((row) => !shown.includes(row));
  const more = rest.reduce((sum, row) => sum + computeAddedCost(row), 0);
  const columns = rows.length > 0 ? [`${head('self', 'total', 'calls')}  function`] : [];
  const last =
    rest.length > 0
      ? [
          `${formatSigned(more)}${cell('')}${cell('')}  ${rest.length === 1 ? '1 other' : `${rest.length} others`}`,
        ]
      : [];
  const layers = layerRows(difference);
  return [`${visibleLine(name)}: ${figures}${of}`, ...layers, ...columns, ...rows, ...last];
}

function formatLabel(row: ChangedFunction, figure = ''): string {
  const words = formatFunctionChange(row);
  return `${formatName(row.file, row.name)}${figure}${words === '' ? '' : ` (${words})`}`;
}
