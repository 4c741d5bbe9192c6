import type { ImageBuild } from '../agent';
import { nearest } from '../base';
import type { Requirement } from '../host';
import type { BoardResources } from './board';
import type { Reached } from './kind';
import { addressKinds, kinds } from './kinds';
import type { BoardImages, BoardSetup } from './setup';
import type { Target } from './target';

/** Creates the target of a board behind its debug port or a serial port, or of an emulated one. */
export function boardTarget(setup: BoardSetup, resources: BoardResources = {}): Target {
  const { id, title, images } = setup;
  const { identifyBoard, ...reached } = reach(setup, resources);
  return {
    id,
    title,
    board: setup,
    ...toImages(images),
    ...reached,
    ...(identifyBoard && {
      identify: async (signal) => boardTarget(await identifyBoard(signal), resources),
    }),
    requirements: async () => [...(await reached.requirements()), ...listMissing(setup)],
  };
}

function reach(setup: BoardSetup, resources: BoardResources): Reached {
  for (const kind of kinds) {
    const reached = kind.reach?.(setup, resources);
    if (reached) return reached;
  }
  throw new Error(`No kind of target reaches ${setup.id}.`);
}

function toImages(images: BoardImages | undefined): Pick<Target, 'images' | 'elfs'> {
  if (images === undefined) return { elfs: {} };
  if (images.kind === 'named') return { images: images.name };
  const { headline, traced } = images;
  const elfs: Partial<Record<ImageBuild, string>> =
    traced === undefined ? { headline } : { headline, traced };
  return { elfs };
}

function listMissing({ gaps }: BoardSetup): readonly Requirement[] {
  return gaps.map(({ what, remedy }) => ({ name: what, found: undefined, remedy }));
}

/** The ELF files of an agent that the user built. */
export interface AgentFiles {
  readonly headline: string;
  readonly traced?: string | undefined;
}

/** A target on which these files are deployed, in place of the agent that it would run. */
export function withElfs(target: Target, { headline, traced }: AgentFiles): Target {
  const { board } = target;
  if (board) return boardTarget({ ...board, images: { kind: 'files', headline, traced } });
  return { ...target, elfs: traced === undefined ? { headline } : { headline, traced } };
}

const TARGETS = kinds.flatMap(({ targets: own = [] }) => own);

/** All built-in targets, including those with missing requirements. */
export function targets(): readonly Target[] {
  return TARGETS;
}

type TargetSearch = { readonly target: Target } | { readonly near: readonly string[] };

/** The target of an address, which no list can hold; ssh's configuration may be named. */
export function findAddressedTarget(id: string, sshConfig?: string): Target | undefined {
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
  const target =
    TARGETS.find((candidate) => candidate.id === id) ?? findAddressedTarget(id, sshConfig);
  if (target !== undefined) return { target };
  return {
    near: nearest(
      id,
      TARGETS.map((candidate) => candidate.id),
    ),
  };
}
