import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Revision } from '../../agent/manifest';
import { exampleColumn, type ExampleOperation } from '../../compare/testing';
import { formatRunRecord, type RunRecord } from '../../runs/record/record';
import { type History, type HistoryRequest, readHistory } from '../history';

/** A repository with runs, for tests. */
export interface ExampleHistory {
  readonly folder: string;
  readonly runsFolder: string;
  git(...args: string[]): string;
  /** Makes a commit and returns its id. */
  commit(title: string, date?: string): string;
  /** Stores a run of what is checked out, and returns its id. */
  run(cost: number, change?: RunChange): string;
  remove(): void;
}

export interface RunChange {
  readonly target?: string;
  readonly revision?: Revision | undefined;
  readonly deterministic?: boolean;
  readonly operations?: readonly ExampleOperation[];
  readonly facts?: Record<string, string>;
}

const IDENTITY = ['-c', 'user.name=Ada', '-c', 'user.email=a@example.com'];

/** Calls a git in a folder, and returns its output. */
type CallGit = (folder: string, args: readonly string[]) => string;

const callGit: CallGit = (cwd, args) =>
  execFileSync('git', args, { cwd, encoding: 'utf8', stdio: 'pipe' });

export function exampleHistory(call: CallGit = callGit): ExampleHistory {
  const folder = mkdtempSync(join(tmpdir(), 'cyclescope-history-'));
  const runsFolder = join(folder, '.cyclescope', 'runs');
  const git = (...args: string[]) => call(folder, [...IDENTITY, ...args]).trim();
  git('init', '-q', '-b', 'trunk');
  let runs = 0;
  return {
    folder,
    runsFolder,
    git,
    commit: (title, date = '2026-01-01T12:00:00Z') => {
      git('commit', '-q', '--allow-empty', '-m', title, '--date', date);
      return git('rev-parse', 'HEAD');
    },
    run: (cost, change = {}) => {
      const { target = 'emulated', deterministic = true } = change;
      const operations = change.operations ?? [
        { name: 'mutex/lock', runs: [new Array<number>(20).fill(cost)] },
      ];
      const { record } = exampleColumn({
        operations,
        deterministic,
        unit: deterministic ? 'instructions' : 'cycles',
      });
      const number = (runs += 1).toString(16).padStart(4, '0');
      const id = `20260102T000000Z-${target}-${number}`;
      const revision =
        'revision' in change ? change.revision : cleanRevision(git('rev-parse', 'HEAD'));
      const changed: RunRecord = {
        ...record,
        id,
        target: { ...record.target, id: target },
        passes: record.passes.map((pass) => ({
          ...pass,
          facts: { ...pass.facts, ...change.facts },
          image: { ...pass.image, revision },
        })),
      };
      mkdirSync(join(runsFolder, id), { recursive: true });
      writeFileSync(join(runsFolder, id, 'run.json'), formatRunRecord(changed));
      return id;
    },
    remove: () => rmSync(folder, { recursive: true }),
  };
}

/** Reads the history of all runs on the branch that is checked out, or as a change asks for. */
export const readAll = (
  { folder, runsFolder }: Pick<ExampleHistory, 'folder' | 'runsFolder'>,
  change: Partial<HistoryRequest> = {},
): Promise<History> =>
  readHistory({
    folder,
    runsFolder,
    patterns: [],
    target: undefined,
    branch: undefined,
    since: undefined,
    signal: new AbortController().signal,
    ...change,
  });

/** The revision of a clean tree. */
export const cleanRevision = (commit: string) => ({
  commit,
  describe: commit.slice(0, 7),
  commitTime: '2026-01-01T12:00:00Z',
  dirty: false,
});
