import { escapeMarkup } from '../../../base';
import { curveCaption } from '../../curve-words';
import { escapeText } from '../../text';
import type { Report } from '../format';
import { type Curve, type CurveLayout, layOutCurve } from '../../results';
import type { SummaryRow } from '../../summary-row';
import { prepareDrawing, ON_DARK, ON_LIGHT, svgHistogram } from '../../svg-histogram';

type File = Report['beside'][number];

/** Images accompanying a Markdown report, and the text that shows them. */
interface Images {
  readonly text: string | undefined;
  readonly files: readonly File[];
}

/** Draws a histogram for every row that has samples; `name` is the prefix of the file names. */
export function histogramImages(rows: readonly SummaryRow[], name: string | undefined): Images {
  if (name === undefined) return { text: undefined, files: [] };
  const files = new Map<string, string>();
  const links = rows.flatMap((row) => {
    if (row.distribution.length === 0) return [];
    const title = row.standing === 'ok' ? row.name : `${row.name} (${row.standing})`;
    const file = freeName(`${name}.${slug(row.name)}`, files);
    files.set(file, svgHistogram(prepareDrawing(row, title)));
    return [`![${escapeText(title)}: histogram](${encodeURIComponent(file)})`];
  });
  return {
    text: links.length === 0 ? undefined : links.join('\n'),
    files: Array.from(files, ([each, text]) => ({ name: each, text })),
  };
}

/** A curve's image; undefined if no file can be written next to the report. */
export function curveImage(curve: Curve, name: string | undefined): Images {
  const svg = name === undefined ? undefined : svgCurve(curve);
  if (svg === undefined) return { text: undefined, files: [] };
  const file = `${name}.curve-${slug(curve.key)}.svg`;
  const title = escapeText(`${curve.title} over ${curve.axis}`);
  return {
    text: `![${title}: curve](${encodeURIComponent(file)})`,
    files: [{ name: file, text: svg }],
  };
}

function freeName(stem: string, taken: ReadonlyMap<string, unknown>, count = 1): string {
  const name = count === 1 ? `${stem}.svg` : `${stem}-${count}.svg`;
  return taken.has(name) ? freeName(stem, taken, count + 1) : name;
}

/** No file system allows names of more than 255 bytes. */
const LONGEST = 80;

function slug(name: string): string {
  return name
    .replace(/[^A-Za-z0-9_]+/g, '-')
    .slice(0, LONGEST)
    .replace(/^-|-$/g, '');
}

const WIDTH = 640;
const LEFT = 70;
const RIGHT = 24;
const TOP = 30;
const PLOT = 220;
const LINE = 16;
const ROOM = { width: WIDTH - LEFT - RIGHT, height: PLOT };

/** Distinct on light and dark pages; dashes distinguish them without colour. */
const COLOURS = ['#3b82f6', '#e07b00', '#a855f7', '#2f9e44', '#e03131', '#a07800'];
const DASHES = ['', '6 3', '2 2', '8 3 2 3', '10 4', '1 3'];

/** Draws a curve as SVG, readable on light and dark pages. */
export function svgCurve(curve: Curve): string | undefined {
  const layout = layOutCurve(curve, ROOM);
  if (layout === undefined) return undefined;
  const ground = TOP + PLOT;
  const height = ground + 56 + curve.lines.length * LINE;
  const caption = curveCaption(curve, layout);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" ` +
      `width="${WIDTH}" height="${height}" role="img">`,
    `<title>${escapeMarkup(`${curve.title} over ${curve.axis}, ${caption}`)}</title>`,
    STYLE,
    `<text x="12" y="18" class="name">${escapeMarkup(`${curve.title} over ${curve.axis}`)}</text>`,
    `<g transform="translate(${LEFT} ${TOP})">`,
    ...axes(layout, curve.axis),
    ...curve.lines.map((_, at) => drawLine(layout, at)),
    '</g>',
    ...curve.lines.map(({ name }, at) => legend(name, at, ground + 52 + at * LINE)),
    `<text x="12" y="${height - 4}" class="dim">${escapeMarkup(caption)}</text>`,
    '</svg>\n',
  ].join('\n');
}

const STYLE = [
  '<style>',
  `svg{color:${ON_LIGHT};font:11px system-ui,sans-serif}text{fill:currentColor}`,
  '.name{font-size:13px;font-weight:600}.dim{opacity:.75}',
  '.axis,.grid{stroke:currentColor;fill:none}.grid{opacity:.18}.band{opacity:.15}',
  '.line{fill:none;stroke-width:2}',
  ...COLOURS.map(
    (colour, at) => `.c${at}{stroke:${colour};stroke-dasharray:${DASHES[at] || 'none'}}`,
  ),
  ...COLOURS.map((colour, at) => `.f${at}{fill:${colour}}`),
  `@media(prefers-color-scheme:dark){svg{color:${ON_DARK}}}`,
  '</style>',
].join('');

function axes({ xTicks, yTicks }: CurveLayout, axis: string): string[] {
  const { width, height } = ROOM;
  return [
    ...yTicks.flatMap(({ at, label }) => [
      `<path d="M0 ${at}H${width}" class="grid"/>`,
      `<text x="-8" y="${at + 4}" text-anchor="end">${label}</text>`,
    ]),
    `<path d="M0 0V${height}H${width}" class="axis"/>`,
    ...xTicks.flatMap(({ at, label }) => [
      `<path d="M${at} ${height}v4" class="axis"/>`,
      `<text x="${at}" y="${height + 16}" text-anchor="middle">${label}</text>`,
    ]),
    `<text x="${width / 2}" y="${height + 31}" text-anchor="middle" class="dim">${escapeMarkup(axis)}</text>`,
  ];
}

function drawLine({ lines }: CurveLayout, at: number): string {
  const { line = '', band = '', dots = [] } = lines[at] ?? {};
  return [
    `<path d="${band}" class="band f${at}"/>`,
    `<path d="${line}" class="line c${at}"/>`,
    ...dots.flatMap((dot) =>
      dot === undefined ? [] : [`<circle cx="${dot.x}" cy="${dot.y}" r="3" class="f${at}"/>`],
    ),
  ].join('');
}

function legend(name: string, at: number, y: number): string {
  return (
    `<path d="M${LEFT} ${y - 4}h26" class="line c${at}"/>` +
    `<text x="${LEFT + 34}" y="${y}">${escapeMarkup(name)}</text>`
  );
}
