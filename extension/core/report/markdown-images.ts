import type { Curve } from '../results/model';
import type { Report } from './format';
import { escapeText } from './markdown-text';
import type { SummaryRow } from './summary-row';
import { svgCurve } from './svg-curve';
import { drawingOf, svgHistogram } from './svg-histogram';

type File = Report['beside'][number];

/** Images beside a Markdown report, and the text that shows them. */
export interface Images {
  readonly text: string | undefined;
  readonly files: readonly File[];
}

/** A histogram image for every row that has samples; `name` begins the names of their files. */
export function histogramImages(rows: readonly SummaryRow[], name: string | undefined): Images {
  if (name === undefined) return { text: undefined, files: [] };
  const files = new Map<string, string>();
  const links = rows.flatMap((row) => {
    if (row.distribution.length === 0) return [];
    const title = row.standing === 'ok' ? row.name : `${row.name} (${row.standing})`;
    const file = freeName(`${name}.${slug(row.name)}`, files);
    files.set(file, svgHistogram(drawingOf(row, title)));
    return [`![${escapeText(title)}: histogram](${encodeURIComponent(file)})`];
  });
  return {
    text: links.length === 0 ? undefined : links.join('\n'),
    files: Array.from(files, ([each, text]) => ({ name: each, text })),
  };
}

/** A curve's image, or nothing where no file can stand beside the report. */
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

/** No file system takes a name of more than 255 bytes. */
const LONGEST = 80;

function slug(name: string): string {
  return name
    .replace(/[^A-Za-z0-9_]+/g, '-')
    .slice(0, LONGEST)
    .replace(/^-|-$/g, '');
}
