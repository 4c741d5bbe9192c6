import type { Bench } from '../../../agent';
import type { OperationRow } from '../../../runs';
import { isOwnBench, type Match, matchBench, nameIn, type SourceBench } from '../../../toolchain';
import type { LiveProgress } from '../../../workers';
import type { FigureRow, Home, ImageBenches, RunEntry } from '../../common';
import { newestPoints } from '../../services/figures';

/** How a benchmark in a document stands to the active target's image. */
export type Standing =
  /** The image holds this very text. */
  | 'same'
  /** The image holds an earlier text of it, or of what it calls. */
  | 'edited'
  /** The image holds no such benchmark. */
  | 'absent'
  /** There is no usable image. */
  | 'no-image';

/** Why figures are not those of the text that is seen. */
export type Stale =
  /** The text, or what it calls, was changed since the image was built. */
  | 'edited'
  /** The figures are an earlier image's. */
  | 'rebuilt'
  /** The image no longer holds it. */
  | 'removed';

/** Older figures of the same operation, to tell what changed. */
export interface Reference {
  readonly row: OperationRow;
  readonly run: RunEntry;
}

/** What a run does before it comes to an operation. */
export interface Waiting {
  /** The operation that it measures first, if it measures any. */
  readonly first: string | undefined;
  readonly phase: string;
}

/** What a run in progress does about one operation. */
export type Live = LiveProgress | Waiting;

/** One benchmark of a document and everything that its lenses and its histogram tell. */
export interface Subject {
  readonly found: SourceBench;
  /** `suite/op` */
  readonly name: string;
  /** The document's URI. */
  readonly source: string;
  readonly home: Home;
  readonly target: string;
  /** The target's agent is a file that the user names: nobody builds it here. */
  readonly hasOwnAgent: boolean;
  readonly standing: Standing;
  /** What is wrong with the image, or that there is none. */
  readonly missing: string | undefined;
  readonly row: FigureRow | undefined;
  /** The newest run's rows of a sweep, `row` among them; none where one row tells it all. */
  readonly points: readonly FigureRow[];
  readonly stale: Stale | undefined;
  readonly reference: Reference | undefined;
  readonly live: Live | undefined;
}

/** What is known besides the text. */
export interface Knowledge {
  readonly home: Home;
  readonly target: string;
  readonly hasOwnAgent: boolean;
  readonly image: ImageBenches;
  readonly rows: readonly FigureRow[];
  readonly referenceOf: (row: FigureRow) => Reference | undefined;
  readonly liveOf: (name: string) => Live | undefined;
}

/** A document by its URI, and by the path that images may tell of it. */
export interface Source {
  readonly uri: string;
  readonly path: string;
}

/** Puts together what is known of one benchmark in a document. */
export function subjectOf({ uri, path }: Source, found: SourceBench, known: Knowledge): Subject {
  const { home, target, hasOwnAgent, image } = known;
  const match = 'missing' in image ? undefined : matchBench(path, found, image);
  const standing = standingOf(match, image);
  const bench = match && match.kind !== 'absent' ? match.bench : undefined;
  const name = nameIn(path, found);
  const newest = newestPoints(known.rows, name);
  const points = newest.length > 1 ? newest : [];
  const row = points[0] ?? rowFor(name, bench, known.rows);
  return {
    found,
    name,
    source: uri,
    home,
    target,
    hasOwnAgent,
    standing,
    row,
    points,
    missing: 'missing' in image ? image.missing : undefined,
    stale: row && staleness(standing, row, image),
    reference: row && known.referenceOf(row),
    live: standing === 'absent' ? undefined : known.liveOf(name),
  };
}

function standingOf(match: Match | undefined, image: ImageBenches): Standing {
  if (match === undefined || 'missing' in image) return 'no-image';
  if (match.kind === 'absent') return 'absent';
  // What a benchmark calls counts as much as its own text; ours change with the extension only.
  const isOlder = image.isOutdated && isOwnBench(match.bench);
  return match.kind === 'changed' || isOlder ? 'edited' : 'same';
}

/** The newest row; of several parameters the one with what the benchmark itself asks for. */
function rowFor(
  name: string,
  bench: Bench | undefined,
  rows: readonly FigureRow[],
): FigureRow | undefined {
  const own = rows.filter(({ suite, op }) => `${suite}/${op}` === name);
  const isPlain = ({ params }: FigureRow) =>
    bench?.params.every(({ name: key, default: usual }) => (params[key] ?? usual) === usual);
  return own.find(isPlain) ?? own[0];
}

function staleness(standing: Standing, { run }: FigureRow, image: ImageBenches): Stale | undefined {
  if (standing === 'edited') return 'edited';
  if (standing === 'absent') return 'removed';
  if ('missing' in image || run.image === undefined) return undefined;
  return run.image === image.sha256 ? undefined : 'rebuilt';
}
