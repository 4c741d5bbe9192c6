import { nearest } from '../core/text/near';
import { addressedBoard } from './external/address';
import { localLinux } from './local/target';
import { qemuTargets } from './qemu/target';
import { qemuLinuxTargets } from './qemu-linux/target';
import { serialBoard } from './serial/address';
import { parseSshAddress } from './ssh/address';
import { sshTarget } from './ssh/target';
import type { BoardSetup } from './swd/setup';
import { boardTarget } from './swd/target';
import type { Target } from './target';
import { type AgentFiles, withElfs } from './with-elfs';

const TARGETS: readonly Target[] = [...qemuTargets, ...qemuLinuxTargets, localLinux];

/** Every target this build knows, whether or not its requirements are met. */
export function targets(): readonly Target[] {
  return TARGETS;
}

export type TargetSearch = { readonly target: Target } | { readonly near: readonly string[] };

/** The target of an address, which no list can hold; ssh's configuration may be named. */
export function addressedTarget(id: string, sshConfig?: string): Target | undefined {
  const address = parseSshAddress(id);
  if (address) return sshTarget(address, { config: sshConfig });
  const board = addressedBoard(id) ?? serialBoard(id);
  return board && boardTarget(board);
}

/** A target that has an id, with files of the user's own on it. */
export interface TargetWithFiles {
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
