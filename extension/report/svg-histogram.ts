import { type ClockUnit, shortUnit } from '../agent';
import { escapeMarkup } from '../base';
import {
  type Distribution,
  figure,
  formatFigure,
  formatNumber,
  histogram,
  type Histogram,
  type PercentileName,
  plural,
} from '../measure';
import type { SummaryRow } from './summary-row';
import { scaleSentence } from './wording';

/** Text colours for each kind of page; an image only learns whether its page is dark. */
export const ON_LIGHT = '#24292f';
export const ON_DARK = '#e6edf3';

const WIDTH = 420;
const MARGIN = 12;
const TOP = 26;
const BARS = 96;
const LINE = 14;
const COLUMNS = 66;
// The distance of labels from the border.
const EDGE = 4;
// The width of a digit in the 11 pixel font, if the page's own font is a wide one.
const LETTER = 7;

/** A value marked on the axis. */
interface Mark {
  readonly label: string;
  readonly x: number;
}

type Placer = (value: number) => number;

/** A drawing's content: a title, samples, and their unit. */
interface Drawing {
  readonly title: string;
  readonly unit: ClockUnit;
  readonly distribution: Distribution;
  /** The text is the number by default. */
  readonly marks: readonly (readonly [name: string, value: number | undefined, text?: string])[];
  /** The number of agent starts behind it. */
  readonly repeats?: number | undefined;
}

/** Colours for a drawing that cannot take those of its page. */
export interface SvgPalette {
  readonly text: string;
  readonly bar: string;
}

/** The drawing of a row. */
export function prepareDrawing(row: SummaryRow, title: string): Drawing {
  const { unit, distribution, min, max, repeats } = row;
  const percentiles = (['p50', 'p99'] as const).map((name) => percentileMark(row, name));
  const marks = [['min', min] as const, ...percentiles, ['max', max] as const];
  return { title, unit, distribution, marks, repeats };
}

/** A percentile with its margin over the repeats, or its upper bound. */
function percentileMark(
  { percentiles, margins, uppers }: SummaryRow,
  name: PercentileName,
): Drawing['marks'][number] {
  const value = percentiles[name];
  if (value === undefined) return [name, undefined];
  return [name, value, formatFigure(figure(value, margins[name], uppers[name]))];
}

/** Draws a histogram as SVG; without a palette it is readable on light and dark pages. */
export function svgHistogram(
  { title, unit, distribution, marks, repeats = 1 }: Drawing,
  palette?: SvgPalette,
): string {
  const bins = histogram(distribution, COLUMNS);
  const place = makePlacer(bins);
  const named = marks.flatMap(([name, value, text]): Mark[] => {
    if (value === undefined) return [];
    const label = `${name} ${text ?? formatNumber(value)}`;
    return [{ label, x: place(getMiddle(value, bins)) }];
  });
  const labels = placeLabels(named);
  const rows = Math.max(0, ...labels.map(({ row }) => row)) + 1;
  const height = TOP + BARS + rows * LINE + LINE + 8;
  const short = shortUnit(unit);
  const repeated = repeats > 1 ? `, ${plural(repeats, 'repeat')}` : '';
  const caption = `${unit}, ${scaleSentence(bins, short)}${repeated}`;
  const axis = TOP + BARS;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" ` +
      `width="${WIDTH}" height="${height}" role="img">`,
    `<title>${escapeMarkup(title)}, ${escapeMarkup(caption)}</title>`,
    formatStyle(palette),
    `<text x="${MARGIN}" y="16" class="name">${escapeMarkup(title)}</text>`,
    ...bars(bins, place),
    `<path d="M${MARGIN} ${axis}H${WIDTH - MARGIN}" class="axis"/>`,
    ...named.map(({ x }) => `<path d="M${x} ${TOP}V${axis + 4}" class="mark"/>`),
    ...labels.map(
      ({ label, middle, row }) =>
        `<text x="${middle}" y="${axis + 2 + (row + 1) * LINE}" class="label">${label}</text>`,
    ),
    `<text x="${MARGIN}" y="${height - 5}" class="unit">${escapeMarkup(caption)}</text>`,
    '</svg>\n',
  ].join('\n');
}

const PLAIN: SvgPalette = { text: ON_LIGHT, bar: '#3b82f6' };

// An image cannot take its page's colours, but it can query whether they are dark.
function formatStyle(palette: SvgPalette | undefined): string {
  const { text, bar } = palette ?? PLAIN;
  return [
    '<style>',
    `svg{color:${text};font:11px system-ui,sans-serif}text{fill:currentColor}`,
    '.name{font-size:13px;font-weight:600}.label{text-anchor:middle}.unit{opacity:.75}',
    `.bar{fill:${bar}}.axis{stroke:currentColor}`,
    '.mark{stroke:currentColor;stroke-dasharray:2 3;opacity:.6}',
    palette ? '' : `@media(prefers-color-scheme:dark){svg{color:${ON_DARK}}}`,
    '</style>',
  ].join('');
}

function makePlacer({ scale, edges }: Histogram): Placer {
  const [low = 0] = edges;
  const high = edges.at(-1) ?? low + 1;
  const share: Placer =
    scale === 'log'
      ? (value) => Math.log(value / low) / Math.log(high / low)
      : (value) => (value - low) / (high - low);
  return (value) => round(MARGIN + share(value) * (WIDTH - 2 * MARGIN));
}

/** A bar of whole numbers extends from its value to the next one. */
function getMiddle(value: number, { scale }: Histogram): number {
  return scale === 'log' ? value : value + 0.5;
}

function bars({ edges, counts }: Histogram, place: Placer): string[] {
  const tallest = Math.max(1, ...counts);
  return counts.flatMap((count, at) => {
    if (count === 0) return [];
    const [left, right] = [place(edges[at] ?? 0), place(edges[at + 1] ?? 0)];
    // At least two pixels high, because single slow samples matter most.
    const height = round(Math.max(2, (count / tallest) * BARS));
    const width = round(Math.max(1, right - left - 0.5));
    return [
      `<rect x="${left}" y="${round(TOP + BARS - height)}" width="${width}" ` +
        `height="${height}" class="bar"/>`,
    ];
  });
}

/** Places labels under their marks, each in the first row where it covers no other. */
function placeLabels(marks: readonly Mark[]) {
  const ends: number[] = [];
  return marks.map(({ label, x }) => {
    const half = (label.length * LETTER) / 2;
    const middle = round(Math.min(WIDTH - EDGE - half, Math.max(EDGE + half, x)));
    const free = ends.findIndex((end) => end < middle - half);
    const row = free < 0 ? ends.length : free;
    ends[row] = middle + half + LETTER;
    return { label, middle, row };
  });
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
