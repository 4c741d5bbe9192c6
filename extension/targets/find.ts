import { nearest } from '../base';
import { type AgentFiles, boardTarget, withElfs } from './board-target';
import { addressKinds, kinds } from './kinds';
import type { BoardSetup } from './setup';
import type { Target } from './target';

const TARGETS = kinds.flatMap(({ targets: own = [] }) => own);

/** All built-in targets, whether or not their requirements are met. */
export function targets(): readonly Target[] {
  return TARGETS;
}

type TargetSearch = { readonly target: Target } | { readonly near: readonly string[] };

/** The target of an address, which no list can hold; ssh's configuration may be named. */
export function addressedTarget(id: string, sshConfig?: string): Target | undefined {
  for (const kind of addressKinds) {
    const found = kind.find(id, sshConfig);
    if (found) return 'board' in found ? boardTarget(found.board) : found.target;
  }
  return undefined;
}

/** A target that has an id, with files of the user's own on it. */
interface TargetWithFiles {
  readonly target: string;
  readonly elfs: AgentFiles;
}

/** A target as a value that another thread understands: its id, with files or not, or a board's setup. */
export type TargetValue = string | TargetWithFiles | BoardSetup;

/** The id of a target that is given as a value. */
export function idOfTarget(value: TargetValue): string {
  if (typeof value === 'string') return value;
  return 'target' in value ? value.target : value.id;
}

/** The target as a value. */
export function valueOfTarget({
  id,
  board,
  elfs = {},
}: Pick<Target, 'id' | 'board' | 'elfs'>): TargetValue {
  if (board) return board;
  const { headline, traced } = elfs;
  return headline === undefined ? id : { target: id, elfs: { headline, traced } };
}

/** The target of that id, address or setup, or the ids that were probably meant. */
export function findTarget(value: TargetValue, sshConfig?: string): TargetSearch {
  if (typeof value === 'object' && 'target' in value) {
    const search = findTarget(value.target, sshConfig);
    return 'target' in search ? { target: withElfs(search.target, value.elfs) } : search;
  }
  if (typeof value !== 'string') return { target: boardTarget(value) };
  const id = value;
  const target = TARGETS.find((candidate) => candidate.id === id) ?? addressedTarget(id, sshConfig);
  if (target !== undefined) return { target };
  return {
    near: nearest(
      id,
      TARGETS.map((candidate) => candidate.id),
    ),
  };
}
