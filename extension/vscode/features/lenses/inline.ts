import { shortUnit } from '../../../agent';
import { escapeMarkup } from '../../../base';
import { formatNumber, histogram, type Histogram } from '../../../measure';
import type { SvgPalette } from '../../../report';
import { isWithheld, type OperationRow } from '../../../runs';

const COLUMNS = 28;
const COLUMN = 3;
const GAP = 6;
/** A digit's width as a share of the font size, rounded up. */
const LETTER = 0.6;

export interface InlineStyle {
  readonly palette: SvgPalette;
  /** The editor's, in pixels. */
  readonly fontSize: number;
  /** A word that precedes figures of another text. */
  readonly staleWord: string | undefined;
}

/**
 * A histogram small enough to follow a line of code, between its smallest and its largest sample;
 * undefined if figures must not be shown.
 */
export function inlineSvg(row: OperationRow, style: InlineStyle): string | undefined {
  const { statistics } = row.all;
  if (!statistics || isWithheld(row.standing) || row.distribution.length === 0) return undefined;
  const bins = histogram(row.distribution, COLUMNS);
  const size = Math.max(8, Math.round(style.fontSize * 0.85));
  const low = [style.staleWord, formatNumber(statistics.min)].filter(Boolean).join(' ');
  const high = `${formatNumber(statistics.max)} ${shortUnit(row.clock.unit)}`;
  const lowWidth = estimateWidth(low, size);
  const barsWidth = COLUMN * bins.counts.length;
  const width = lowWidth + GAP + barsWidth + GAP + estimateWidth(high, size);
  const height = Math.round(style.fontSize * 1.1);
  const axis = height - 2;
  const { text, bar } = style.palette;
  const label = (x: number, anchor: string, shown: string) =>
    `<text x="${x}" y="${axis}" text-anchor="${anchor}" fill="${text}">${escapeMarkup(shown)}</text>`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" ` +
      `font-family="system-ui,sans-serif" font-size="${size}">`,
    label(lowWidth, 'end', low),
    `<g transform="translate(${lowWidth + GAP} 0)"${style.staleWord ? ' opacity=".5"' : ''}>`,
    `<path d="M0 ${axis + 0.5}H${barsWidth}" stroke="${text}"/>`,
    bars(bins, axis, bar),
    '</g>',
    label(lowWidth + GAP + barsWidth + GAP, 'start', high),
    '</svg>',
  ].join('');
}

function estimateWidth(text: string, size: number): number {
  return Math.ceil(text.length * size * LETTER);
}

/** One path, because the editor makes a style sheet of every image. */
function bars({ counts }: Histogram, axis: number, fill: string): string {
  const tallest = Math.max(1, ...counts);
  const path = counts.flatMap((count, at) => {
    if (count === 0) return [];
    // At least two pixels high, because single slow samples matter most.
    const height = Math.max(2, Math.round((count / tallest) * (axis - 1)));
    return `M${at * COLUMN} ${axis}v-${height}h${COLUMN - 0.5}v${height}z`;
  });
  return `<path d="${path.join('')}" fill="${fill}"/>`;
}

/** An image as a data URI. */
export function dataUri(svg: string): string {
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
}
