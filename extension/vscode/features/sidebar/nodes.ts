import type { Requirement } from '../../../host';
import type { Home, RunEntry } from '../../common';

/** A workspace folder, shown if there are several. */
export interface HomeNode {
  readonly kind: 'home';
  readonly home: Home;
}

/** A target; as a command's argument it identifies itself and its home. */
export interface TargetNode {
  readonly kind: 'target';
  readonly home: string;
  readonly target: string;
}

/** The subject of a need, which determines the command that meets it. */
export type NeedKind = 'program' | 'image' | 'kernelFiles' | 'building' | 'agent' | 'gap';

/** A requirement of a target. */
export interface NeedNode {
  readonly kind: 'need';
  readonly home: string;
  readonly target: string;
  readonly need: NeedKind;
  readonly requirement: Requirement;
  readonly note?: string | undefined;
}

/** A sentence in place of other content. */
export interface NoteNode {
  readonly kind: 'note';
  readonly text: string;
  readonly icon: string;
  readonly command?: string | undefined;
  readonly arguments?: readonly unknown[] | undefined;
  readonly tooltip?: string | undefined;
}

export type TargetsNode = HomeNode | TargetNode | NeedNode | NoteNode;

/** The runs of one target in one home. */
export interface RunsOfTarget {
  readonly kind: 'group';
  readonly home: Home;
  readonly id: string;
  readonly title: string;
  readonly runs: readonly RunEntry[];
}

/** A run; as a command's argument it is its own reference. */
export interface RunNode extends RunEntry {
  readonly kind: 'run';
}

export type RunsNode = HomeNode | RunsOfTarget | RunNode;

/** The runs of a home by target, the target with the newest run first. */
export function groupRuns(home: Home, runs: readonly RunEntry[]): readonly RunsOfTarget[] {
  const groups = new Map<string, RunEntry[]>();
  for (const run of runs) groups.set(run.target.id, [...(groups.get(run.target.id) ?? []), run]);
  return [...groups].map(([id, entries]) => {
    return { kind: 'group', home, id, title: entries[0]?.target.title ?? id, runs: entries };
  });
}

/** The words with which menus recognise the actions that a run allows. */
export function runContext(run: RunEntry, isSample: boolean): string {
  const words = ['run'];
  if (!isSample) words.push('own', run.isBaseline ? 'baseline' : 'pinnable');
  if (Object.keys(run.recordings).length > 0) words.push('recorded');
  if (run.hasProfile) words.push('profiled');
  if (run.imported !== undefined) words.push('imported');
  return words.join(' ');
}
