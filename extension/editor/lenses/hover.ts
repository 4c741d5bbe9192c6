import { shortUnit } from '../../core/measure/clock';
import { type Figure, valueOf } from '../../core/measure/figure';
import { PERCENTILES } from '../../core/measure/percentile';
import { code, escapeText, markdownTable } from '../../core/report/markdown-text';
import {
  formatFigure,
  formatMean,
  formatNumber,
  NO_FIGURE,
  plural,
} from '../../core/report/numbers';
import { type Palette, svgHistogram } from '../../core/report/svg-histogram';
import { readingSentence, rowRemarks, tickSentence, unitSentence } from '../../core/report/wording';
import type { OperationRow } from '../../core/runs/row';
import { isWithheld } from '../../core/runs/standing';
import { sweptPoint } from '../../core/sweep/names';
import { pointText } from '../../core/sweep/points';
import { commands } from '../ids';
import type { Translate } from '../runner/phase';
import type { FigureRow } from '../services';
import { dataUri } from './inline';
import { changeSentence, staleSentence } from './lens-text';
import { changeText } from './reference';
import type { Subject } from './subject';

/** The only commands that a hover may run. */
export const HOVER_COMMANDS: readonly string[] = [
  ...[commands.openResults, commands.showSlowSample, commands.compare, commands.runTraced],
];

/**
 * Everything that is known of one operation, as Markdown: its histogram, its figures with what is
 * missing and why, and how they were got. Nothing when it was never measured.
 */
export function hoverMarkdown(
  subject: Subject,
  palette: Palette,
  t: Translate,
): string | undefined {
  const { row, points, name, target, stale, reference } = subject;
  if (!row) return undefined;
  const when = row.run.created.toISOString().slice(0, 16).replace('T', ' ');
  const isSweep = points.length > 0;
  const change = stale === undefined && !isSweep ? changeText(row, reference) : undefined;
  const figures = isSweep
    ? [plain(t('{0} points of a sweep:', points.length)), pointsTable(points, t)]
    : [figuresTable(row), picture(row, palette)];
  const parts = [
    `**${code(name)}** ${plain(t('on {0}, {1} UTC', target, when))} — ${links(subject, row, t)}`,
    stale && `$(history) ${plain(staleSentence(stale, t))}`,
    ...figures,
    plain(changeSentence(change, reference, t)),
    isSweep ? '' : sentences([...missingFigures(row), ...rowRemarks(row)]),
    plain(howItWasGot(row)),
  ];
  return parts.filter(Boolean).join('\n\n');
}

function picture(row: OperationRow, palette: Palette): string {
  const { all, clock, distribution, samples, ticksInside } = row;
  const { statistics, percentiles } = all;
  if (isWithheld(row.standing) || !statistics) return '';
  const marks = markNames({
    min: statistics.min,
    p50: valueOf(percentiles.p50),
    p99: valueOf(percentiles.p99),
    max: statistics.max,
  });
  const ticks =
    ticksInside === undefined ? '' : `, ${formatNumber(ticksInside)} with a kernel tick inside`;
  const title = `${plural(samples, 'sample')}${ticks}`;
  const drawing = { title, unit: clock.unit, distribution, marks };
  return `![${title}](${dataUri(svgHistogram(drawing, palette))})`;
}

/** Names of the same value stand together: `min p50 166`. */
function markNames(values: Readonly<Record<string, number | undefined>>): [string, number][] {
  const names = new Map<number, string[]>();
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined) names.set(value, [...(names.get(value) ?? []), name]);
  }
  return [...names].map(([value, some]) => [some.join(' '), value]);
}

/** A hover is no place for more of them; the results list all. */
const POINTS_SHOWN = 30;

/** A line a point: its parameters and its figures, or what became of it. */
function pointsTable(rows: readonly FigureRow[], t: Translate): string {
  const unit = shortUnit(rows[0]?.clock.unit ?? 'ns');
  const lines = rows.slice(0, POINTS_SHOWN).map((row) => {
    const { all, mean, standing } = row;
    const figures = isWithheld(standing)
      ? [NO_FIGURE, NO_FIGURE, NO_FIGURE, standing]
      : [
          'value' in mean ? formatMean(mean.value) : NO_FIGURE,
          formatFigure(all.percentiles.p50),
          formatFigure(all.percentiles.p99),
          all.statistics ? formatNumber(all.statistics.max) : NO_FIGURE,
        ];
    return [plain(pointText(sweptPoint(row, rows))), ...figures.map((each) => `${GAP}${each}`)];
  });
  const titles = ['mean', 'p50', 'p99', 'max'].map((title) => `${GAP}${title}`);
  const left = rows.length - lines.length;
  const more = left > 0 ? `\n\n${plain(t('… and {0} more', left))}` : '';
  return `${markdownTable([unit, ...titles], lines)}${more}`;
}

/** The editor leaves no room between columns. */
const GAP = '&emsp;';

/** One row, so that a hover shows it whole; a sign stands where a figure would not be sound. */
function figuresTable({ all, mean, meanFrom, standing, clock, cold }: OperationRow): string {
  const { statistics, percentiles } = all;
  const [first] = cold;
  const cells: readonly (readonly [title: string, shown: string])[] = [
    ['', shortUnit(clock.unit)],
    ['min', statistics ? formatNumber(statistics.min) : NO_FIGURE],
    ...(isWithheld(standing)
      ? []
      : PERCENTILES.map((name) => [name, formatFigure(percentiles[name])] as const)),
    ['max', statistics ? formatNumber(statistics.max) : NO_FIGURE],
    ...(isWithheld(standing) ? [] : [meanCell(mean, meanFrom)]),
    ...(first === undefined ? [] : [['cold', formatNumber(first)] as const]),
  ];
  return markdownTable(
    cells.map(([title]) => `${GAP}${title}`),
    [cells.map(([, shown]) => `${GAP}${shown}`)],
  );
}

function meanCell(mean: Figure, meanFrom: OperationRow['meanFrom']): readonly [string, string] {
  const title = meanFrom === 'batches' ? 'mean of batches' : 'mean';
  return [title, 'value' in mean ? formatMean(mean.value) : NO_FIGURE];
}

/** Why percentiles are missing; one reason often stands for several of them. */
function missingFigures({ all, standing }: OperationRow): string[] {
  if (isWithheld(standing)) return [];
  const reasons = PERCENTILES.map((name) => all.percentiles[name]).flatMap((figure) =>
    'insufficient' in figure ? figure.insufficient : [],
  );
  return [...new Set(reasons)];
}

function sentences(all: readonly string[]): string {
  const each = [...new Set(all)].map((one) => `${one.charAt(0).toUpperCase()}${one.slice(1)}.`);
  return plain(each.join(' '));
}

function howItWasGot(row: OperationRow): string {
  const sentences = [unitSentence(row.clock), readingSentence([row]), tickSentence(row)];
  return sentences.filter(Boolean).join(' ');
}

function links(
  { name, home, target, standing }: Subject,
  { run }: FigureRow,
  t: Translate,
): string {
  const ref = { home: run.home, id: run.id };
  const trace =
    run.recordings.traced === undefined
      ? standing === 'same' &&
        link(t('Run with trace'), commands.runTraced, {
          ...{ home: home.id, target, patterns: [name] },
        })
      : link(t('Slowest sample'), commands.showSlowSample, { ...ref, operation: name });
  return [
    link(t('Results'), commands.openResults, { ...ref, operation: name }),
    trace,
    link(t('Compare with…'), commands.compare, ref),
  ]
    .filter(Boolean)
    .join(' · ');
}

function link(title: string, command: string, argument: object): string {
  const query = encodeURIComponent(JSON.stringify([argument])).replace(/[()*!']/g, encodeSign);
  return `[${plain(title)}](command:${command}?${query})`;
}

const encodeSign = (sign: string) => `%${sign.charCodeAt(0).toString(16)}`;

/** What others wrote: neither Markdown nor an icon. */
function plain(text: string): string {
  return escapeText(text).replaceAll('$(', '$\\(');
}
