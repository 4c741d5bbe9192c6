import type { Bench } from '../../../agent';
import type { Outcome } from '../../../compare';
import type { OperationRow } from '../../../runs';
import {
  isOwnBench,
  type Match,
  matchBench,
  formatBenchName,
  type SourceBench,
} from '../../../toolchain';
import type { LiveProgress } from '../../../workers';
import type { FigureRow, Home, ImageBenches, RunEntry } from '../../common';
import { newestPoints } from '../../services/figures';

/** The relation of a benchmark in a document to the active target's image. */
export type ImageRelation =
  /** The image contains exactly this text. */
  | 'same'
  /** The image contains an earlier text of it, or of what it calls. */
  | 'edited'
  /** The image has no such benchmark. */
  | 'absent'
  /** There is no usable image. */
  | 'no-image';

/** Why figures do not belong to the visible text. */
export type Stale =
  /** The text, or what it calls, was changed since the image was built. */
  | 'edited'
  /** The figures are from an earlier image. */
  | 'rebuilt'
  /** The image no longer contains it. */
  | 'removed';

/** Older figures of the same operation, to show the change. */
export interface Reference {
  readonly row: OperationRow;
  readonly run: RunEntry;
  /** The operation's change since then; undefined if the runs cannot be compared. */
  readonly outcome: Outcome | undefined;
}

/** A run's state before it reaches an operation. */
export interface Waiting {
  /** The first operation that it measures, if any. */
  readonly first: string | undefined;
  readonly phase: string;
}

/** The state of one operation in a run in progress. */
export type Live = LiveProgress | Waiting;

/** One benchmark of a document with everything that its lenses and histogram show. */
export interface LensSubject {
  readonly found: SourceBench;
  /** `suite/op` */
  readonly name: string;
  /** The document's URI. */
  readonly source: string;
  readonly home: Home;
  readonly target: string;
  /** The target's agent is a file named by the user, which is not built here. */
  readonly hasOwnAgent: boolean;
  /** The target is a board without an agent: an image is built, if need be, when its chip is measured. */
  readonly isBare: boolean;
  readonly standing: ImageRelation;
  /** The problem with the image; undefined if there is none. */
  readonly missing: string | undefined;
  readonly row: FigureRow | undefined;
  /** The newest run's rows of a sweep, including `row`; empty if there is only one. */
  readonly points: readonly FigureRow[];
  readonly stale: Stale | undefined;
  readonly reference: Reference | undefined;
  readonly live: Live | undefined;
}

/** The data of a lens, in addition to its text. */
export interface LensData {
  readonly home: Home;
  readonly target: string;
  readonly hasOwnAgent: boolean;
  readonly isBare: boolean;
  readonly image: ImageBenches;
  readonly rows: readonly FigureRow[];
  readonly getReference: (row: FigureRow) => Reference | undefined;
  readonly findLive: (name: string) => Live | undefined;
}

/** A document by its URI, and by the path recorded in images. */
export interface Source {
  readonly uri: string;
  readonly path: string;
}

/** Collects the data of one benchmark in a document. */
export function buildSubject(
  { uri, path }: Source,
  found: SourceBench,
  known: LensData,
): LensSubject {
  const { home, target, hasOwnAgent, isBare, image } = known;
  const match = 'missing' in image ? undefined : matchBench(path, found, image);
  const standing = classifyMatch(match, image);
  const bench = match && match.kind !== 'absent' ? match.bench : undefined;
  const name = formatBenchName(path, found);
  const newest = newestPoints(known.rows, name);
  const points = newest.length > 1 ? newest : [];
  const row = points[0] ?? findRow(name, bench, known.rows);
  return {
    found,
    name,
    source: uri,
    home,
    target,
    hasOwnAgent,
    isBare,
    standing,
    row,
    points,
    missing: 'missing' in image ? image.missing : undefined,
    stale: row && staleness(standing, row, image),
    reference: row && known.getReference(row),
    // The run of a board without an agent builds what its image lacks.
    live: standing === 'absent' && !isBare ? undefined : known.findLive(name),
  };
}

function classifyMatch(match: Match | undefined, image: ImageBenches): ImageRelation {
  if (match === undefined || 'missing' in image) return 'no-image';
  if (match.kind === 'absent') return 'absent';
  // A benchmark's callees count as much as its own text; ours change only with the extension.
  const isOlder = image.isOutdated && isOwnBench(match.bench);
  return match.kind === 'changed' || isOlder ? 'edited' : 'same';
}

/** The newest row; of several parameters, the one with the benchmark's own defaults. */
function findRow(
  name: string,
  bench: Bench | undefined,
  rows: readonly FigureRow[],
): FigureRow | undefined {
  const own = rows.filter(({ suite, op }) => `${suite}/${op}` === name);
  const isPlain = ({ params }: FigureRow) =>
    bench?.params.every(({ name: key, default: usual }) => (params[key] ?? usual) === usual);
  return own.find(isPlain) ?? own[0];
}

function staleness(
  standing: ImageRelation,
  { run }: FigureRow,
  image: ImageBenches,
): Stale | undefined {
  if (standing === 'edited') return 'edited';
  if (standing === 'absent') return 'removed';
  if ('missing' in image || run.image === undefined) return undefined;
  return run.image === image.sha256 ? undefined : 'rebuilt';
}
