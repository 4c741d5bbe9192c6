import { formatPercent } from '../../measure';
import type { PublishedRow } from '../../runs';
import type { Section } from '../section';
import { serviceLines } from '../variants';
import { grid, type OwnColumn } from './grid';
import {
  type DocumentUnit,
  findOwnFigure,
  type OwnRun,
  type Side,
  sideLabel,
  listSides,
  splitRepeats,
  getOsName,
} from './own';
import { collectPaperOperations, type Paper, paperTable } from './paper';
import { computeChange } from './together';

const READING: DocumentUnit = { unit: 'µs', difference };
const COMPOSITE = 'k Rhealstones*/s';

/** Tables II and III: the kernels, and the cost of a layer for CMSIS-RTOS. */
export function cmsisSections(runs: readonly OwnRun[]): Section[] {
  const [tableII, tableIII] = ['table-ii', 'table-iii'].map((id) => paperTable('cmsis-rtos', id));
  if (tableII === undefined || tableIII === undefined) return [];
  const sides = listSides(runs, ['', 'cmsis'], collectPaperOperations(tableII));
  if (sides.length === 0) return [];
  const kernels = grid(tableII, sides.map(buildColumn));
  const composite = tableII.at('x', COMPOSITE);
  const layered = runs.flatMap((run): OwnColumn[] => {
    const [plain, layer] = sides.filter((side) => side.run === run);
    if (plain === undefined || layer === undefined) return [];
    const delta = (row: PublishedRow) =>
      computeChange(findOwnFigure(layer, row, READING), findOwnFigure(plain, row, READING));
    return [buildColumn(plain), buildColumn(layer), { label: `${run.label} delta`, of: delta }];
  });
  const withLines = {
    ...kernels,
    lines: [
      ...kernels.lines,
      'Published times include 30 ns of setting or clearing a pin; yours are net of reading the clock.',
      ...(composite ? sides.flatMap((side) => compositeLines(side, composite)) : []),
      ...layerLines(sides, tableII),
    ],
  };
  if (layered.length === 0) return [withLines];
  const layers = grid(tableIII, layered);
  return [withLines, { ...layers, lines: [...layers.lines, ...layerLines(sides, tableIII)] }];
}

/** States how an operation differs from the document's section VI. */
function difference(op: string, { run, variant }: Side): string | undefined {
  const isLinux = getOsName(run).startsWith('Linux');
  switch (op) {
    case 'rhealstone/alloc':
    case 'rhealstone/free':
      return variant === 'cmsis' ? OF_POOL : OF_HEAP;
    case 'rhealstone/suspend':
      return "switches to the agent's thread in place of the idle task";
    case 'rhealstone/resume':
      return isLinux ? SIGNAL : undefined;
    case 'rhealstone/activation':
      return isLinux ? `${SIGNAL}, after which the agent yields to the resumed thread` : undefined;
    case 'rhealstone/interrupt_latency':
      return isLinux ? SIGNAL : 'the interrupt is requested by software in place of a pin';
    default:
      return undefined;
  }
}

const OF_HEAP = "blocks of 32 bytes from the heap, as the FOSS kernel's; RTK's are from a pool";
const OF_POOL = "blocks of 32 bytes from a pool, as RTK's; the FOSS kernel's are from its heap";
const SIGNAL = "a timer's signal in place of an interrupt";

function buildColumn(side: Side): OwnColumn {
  return { label: sideLabel(side), of: (row) => findOwnFigure(side, row, READING) };
}

/** Names rows whose difference is not only due to the layer. */
function layerLines(sides: readonly Side[], paper: Paper): string[] {
  const variants = new Set(sides.map(({ variant }) => variant));
  return [...variants].flatMap((variant) => serviceLines(variant, collectPaperOperations(paper)));
}

/** The parts of a composite, and its range over the repeats. */
function compositeLines(side: Side, row: PublishedRow): string[] {
  const own = findOwnFigure(side, row, READING);
  if (own.kind !== 'value') return [];
  const range = rangeOverRepeats(side, row, READING);
  const spread =
    range === undefined
      ? 'one repeat: no range'
      : `${formatComposite(range.low)} to ${formatComposite(range.high)} over ${range.repeats} repeats ` +
        `(${formatPercent((range.high - range.low) / own.value)})`;
  return [
    `${sideLabel(side)}: ${formatComposite(own.value)} k Rhealstones/s, ` +
      `1000 over the mean of rows 1, 2, 3, 4, 6 and of 5.2 + 5.3 in µs; ${spread}.`,
  ];
}

/** The range of a run's repeats, each taken alone. */
interface Range {
  readonly low: number;
  readonly high: number;
  readonly repeats: number;
}

/** A figure's range over the repeats of a run; undefined if fewer than two have it. */
function rangeOverRepeats(
  { run, variant }: Side,
  row: PublishedRow,
  reading: DocumentUnit,
): Range | undefined {
  const values = splitRepeats(run).flatMap((repeat) => {
    const own = findOwnFigure({ run: repeat, variant }, row, reading);
    return own.kind === 'value' ? [own.value] : [];
  });
  if (values.length < 2) return undefined;
  return { low: Math.min(...values), high: Math.max(...values), repeats: values.length };
}

/** Formats a composite with one decimal more than the paper. */
function formatComposite(value: number): string {
  return value.toFixed(2);
}
