import { pathsOf } from '../detect';
import type { FileChange, ProjectChange } from './project';
import { COPY } from './sdk';

/** Summarises the change to the copy of the agent's sources in one line. */
export interface CopySummary {
  readonly folder: typeof COPY;
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
  /** Of everything that is written there. */
  readonly bytes: number;
}

/** A change in two parts: the files that are worth a diff each, and the copy. */
export interface ChangeSummary {
  readonly files: readonly FileChange[];
  readonly copy: CopySummary;
}

/** Distinguishes the copy of the agent's sources from the files that are the user's own. */
export function copySummary({ folder, files }: ProjectChange): ChangeSummary {
  const paths = pathsOf({ platform: folder.startsWith('/') ? 'linux' : 'win32' });
  const start = paths.join(folder, COPY) + paths.sep;
  const copied = files.filter(({ path }) => path.startsWith(start));
  const own = files.filter(({ path }) => !path.startsWith(start));
  const count = (isMeant: (file: FileChange) => boolean) => copied.filter(isMeant).length;
  return {
    files: own,
    copy: {
      folder: COPY,
      added: count(({ before }) => before === undefined),
      changed: count(({ before, after }) => before !== undefined && after !== undefined),
      removed: count(({ after }) => after === undefined),
      bytes: copied.reduce((sum, { after = '' }) => sum + Buffer.byteLength(after), 0),
    },
  };
}

/** `cyclescope/: 163 files added, 812,345 bytes`; undefined where the copy stays as it is. */
export function copySentence(copy: CopySummary): string | undefined {
  const { folder, added, changed, removed, bytes } = copy;
  const counts = [
    { count: added, done: 'added' },
    { count: changed, done: 'renewed' },
    { count: removed, done: 'removed' },
  ].filter(({ count }) => count > 0);
  if (counts.length === 0) return undefined;
  const files = counts.map(({ count, done }) => `${count} file${count === 1 ? '' : 's'} ${done}`);
  const size = bytes > 0 ? [`${bytes.toLocaleString('en-US')} bytes`] : [];
  return `${folder}/: ${[...files, ...size].join(', ')}`;
}
