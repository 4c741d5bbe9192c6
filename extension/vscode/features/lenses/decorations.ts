import * as vscode from 'vscode';
import { shortUnit } from '../../../agent';
import { groupBy } from '../../../base';
import {
  type Figure,
  figure,
  formatFigure,
  formatMeanFigure,
  formatNumber,
  NO_FIGURE,
  PERCENTILES,
  plural,
} from '../../../measure';
import {
  code,
  escapeText,
  markdownTable,
  readingSentence,
  rowRemarks,
  svgHistogram,
  type SvgPalette,
  tickSentence,
  unitSentence,
} from '../../../report';
import { isWithheld, type OperationRow, pointText, listSweptPoints } from '../../../runs';
import type { FigureRow, Translate } from '../../common';
import { commands } from '../../names';
import { dataUri, inlineSvg } from './inline';
import { changeSentence, staleSentence } from './lens-text';
import { formatReferenceChange } from './reference';
import type { LensSubject } from './subject';

/** The common decoration of all histograms in the text. */
export function newInlineType(): vscode.TextEditorDecorationType {
  return vscode.window.createTextEditorDecorationType({
    rangeBehavior: vscode.DecorationRangeBehavior.ClosedClosed,
  });
}

/** The histogram at the end of each benchmark's line, with its hover. */
export function buildLensDecorations(
  document: vscode.TextDocument,
  subjects: readonly LensSubject[],
): vscode.DecorationOptions[] {
  const palette = getSvgPalette(vscode.window.activeColorTheme.kind);
  const fontSize = vscode.workspace.getConfiguration('editor', document).get('fontSize', 14);
  return subjects.flatMap((subject) => {
    const { row, points, found, stale } = subject;
    if (!row) return [];
    const staleWord = stale && vscode.l10n.t('stale');
    // For a sweep, one histogram would not represent the others.
    const svg = points.length > 0 ? undefined : inlineSvg(row, { palette, fontSize, staleWord });
    const { range } = document.lineAt(document.positionAt(found.start));
    const hoverMessage = buildHover(subject, palette);
    return [
      {
        range: new vscode.Range(document.positionAt(found.start), range.end),
        ...(hoverMessage && { hoverMessage }),
        ...(svg !== undefined && { renderOptions: { after: attachment(svg) } }),
      },
    ];
  });
}

function attachment(svg: string): vscode.ThemableDecorationAttachmentRenderOptions {
  return {
    contentIconPath: vscode.Uri.parse(dataUri(svg)),
    margin: '0 0 0 2em',
    // Aligns the image with the text.
    textDecoration: 'none; vertical-align: middle',
  };
}

function buildHover(subject: LensSubject, palette: SvgPalette): vscode.MarkdownString | undefined {
  const text = hoverMarkdown(subject, palette, vscode.l10n.t);
  if (text === undefined) return undefined;
  const message = new vscode.MarkdownString(text, true);
  message.isTrusted = { enabledCommands: HOVER_COMMANDS };
  return message;
}

/** The kinds of themes in VS Code's numbering. */
const KINDS = ['light', 'dark', 'highContrastDark', 'highContrastLight'] as const;

/** Literal colours: an image in the text cannot use those of the theme. */
const PALETTES: Readonly<Record<(typeof KINDS)[number], SvgPalette>> = {
  light: { text: '#5c6470', bar: '#2563eb' },
  dark: { text: '#a0a7b1', bar: '#5ea1ff' },
  highContrastDark: { text: '#ffffff', bar: '#7cc0ff' },
  highContrastLight: { text: '#000000', bar: '#0037a6' },
};

/** The colours for a theme, by its `ColorThemeKind`, which counts from 1. */
export function getSvgPalette(kind: number): SvgPalette {
  return PALETTES[KINDS[kind - 1] ?? 'dark'];
}

/** The only commands that a hover may run. */
export const HOVER_COMMANDS: readonly string[] = [
  commands.openResults,
  commands.showSlowSample,
  commands.compare,
  commands.runTraced,
];

/**
 * Describes one operation in Markdown: its histogram, its figures, which are missing and why, and
 * how they were measured. Undefined if it was never measured.
 */
export function hoverMarkdown(
  subject: LensSubject,
  palette: SvgPalette,
  t: Translate,
): string | undefined {
  const { row, points, name, target, stale, reference } = subject;
  if (!row) return undefined;
  const when = row.run.created.toISOString().slice(0, 16).replace('T', ' ');
  const isSweep = points.length > 0;
  const change =
    stale === undefined && !isSweep && reference ? formatReferenceChange(reference) : undefined;
  const figures = isSweep
    ? [plain(t('{0} points of a sweep:', points.length)), pointsTable(points, t)]
    : [figuresTable(row), picture(row, palette)];
  const parts = [
    `**${code(name)}** ${plain(t('on {0}, {1} UTC', target, when))} — ${links(subject, row, t)}`,
    stale && `$(history) ${plain(staleSentence(stale, t))}`,
    ...figures,
    plain(changeSentence(change, reference, t)),
    isSweep ? '' : sentences([...explainMissing(row), ...rowRemarks(row)]),
    plain(howItWasGot(row)),
  ];
  return parts.filter(Boolean).join('\n\n');
}

function picture(row: OperationRow, palette: SvgPalette): string {
  const { all, clock, distribution, repeats, samples, ticksInside } = row;
  const { statistics, percentiles } = all;
  if (isWithheld(row.standing) || !statistics) return '';
  const marks = markFigures({
    min: figure(statistics.min),
    p50: percentiles.p50,
    p99: percentiles.p99,
    max: figure(statistics.max),
  });
  const ticks =
    ticksInside === undefined ? '' : `, ${formatNumber(ticksInside)} with a kernel tick inside`;
  const title = `${plural(samples, 'sample')}${ticks}`;
  const drawing = { title, unit: clock.unit, distribution, marks, repeats };
  return `![${title}](${dataUri(svgHistogram(drawing, palette))})`;
}

/** Merges names of the same figure: `min p50 166`. */
function markFigures(figures: Readonly<Record<string, Figure>>) {
  const shown = Object.entries(figures).flatMap(([name, of]) => {
    return 'value' in of ? [{ name, value: of.value, text: formatFigure(of) }] : [];
  });
  return Array.from(
    groupBy(shown, ({ text }) => text),
    ([text, same]) => [same.map(({ name }) => name).join(' '), same[0]?.value, text] as const,
  );
}

/** More would not fit a hover; the results list all. */
const POINTS_SHOWN = 30;

/** One line per point: its parameters and figures, or its outcome. */
function pointsTable(rows: readonly FigureRow[], t: Translate): string {
  const unit = shortUnit(rows[0]?.clock.unit ?? 'ns');
  const points = listSweptPoints(rows);
  const lines = rows.slice(0, POINTS_SHOWN).map((row, at) => {
    const { all, mean, standing, repeats } = row;
    const figures = isWithheld(standing)
      ? [NO_FIGURE, NO_FIGURE, NO_FIGURE, standing, formatNumber(repeats)]
      : [
          formatMeanFigure(mean),
          formatFigure(all.percentiles.p50),
          formatFigure(all.percentiles.p99),
          all.statistics ? formatNumber(all.statistics.max) : NO_FIGURE,
          formatNumber(repeats),
        ];
    return [plain(pointText(points[at] ?? {})), ...figures.map((each) => `${GAP}${each}`)];
  });
  const titles = ['mean', 'p50', 'p99', 'max', 'repeats'].map((title) => `${GAP}${title}`);
  const left = rows.length - lines.length;
  const more = left > 0 ? `\n\n${plain(t('… and {0} more', left))}` : '';
  return `${markdownTable([unit, ...titles], lines)}${more}`;
}

/** The editor leaves no space between columns. */
const GAP = '&emsp;';

/** One row, so that a hover shows it whole; unsound figures are replaced by a sign. */
function figuresTable(row: OperationRow): string {
  const { all, mean, meanFrom, standing, clock, cold, repeats } = row;
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
    ['repeats', formatNumber(repeats)],
    ...(first === undefined ? [] : [['cold', formatNumber(first)] as const]),
  ];
  return markdownTable(
    cells.map(([title]) => `${GAP}${title}`),
    [cells.map(([, shown]) => `${GAP}${shown}`)],
  );
}

function meanCell(mean: Figure, meanFrom: OperationRow['meanFrom']): readonly [string, string] {
  const title = meanFrom === 'batches' ? 'mean of batches' : 'mean';
  return [title, formatMeanFigure(mean)];
}

/** Why percentiles are missing; several often share a reason. */
function explainMissing({ all, standing }: OperationRow): string[] {
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
  { name, home, target, standing }: LensSubject,
  { run }: FigureRow,
  t: Translate,
): string {
  const ref = { home: run.home, id: run.id };
  const trace =
    run.recordings.traced === undefined
      ? standing === 'same' &&
        link(t('Run with trace'), commands.runTraced, {
          home: home.id,
          target,
          patterns: [name],
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

/** Escapes foreign text: no Markdown, no icons. */
function plain(text: string): string {
  return escapeText(text).replaceAll('$(', '$\\(');
}
