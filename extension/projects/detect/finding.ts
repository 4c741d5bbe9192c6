import { groupBy } from '../../base';
import { type BoardSetup, serverNamed, type ServerSetup, type SetupGap } from '../../targets';
import { DESCRIBE, type Found } from './variables';
import { choosePathModule, resolveProgramPath, type World, type WorldFolder } from './world';

/** The kinds of sources, the most specific first: our settings, debug configurations, build folders. */
const KINDS = ['board', 'launch', 'zephyr', 'mcux', 'cmake'] as const;

/** A board with the source it was found in. */
export interface Finding {
  readonly kind: (typeof KINDS)[number];
  /** Distinguishes it from others of its kind. */
  readonly name: string;
  readonly title: string;
  readonly source: string;
  readonly folder?: WorldFolder | undefined;
  /** One of a build's alternatives, and not its default. */
  readonly isAlternative?: boolean;
  readonly found: Found;
}

/** Turns findings into boards with unique ids, the likeliest first. */
export function toDetectedBoards(findings: readonly Finding[]): readonly DetectedBoard[] {
  const ids = makeIds(findings);
  return findings
    .map((finding, index) => ({
      board: toDetectedBoard(finding, ids[index] ?? ''),
      rank: rankFinding(finding),
    }))
    .map(({ board, rank }) => ({
      board,
      rank: rank + (board.gaps.length > 0 ? KINDS.length * 2 : 0),
    }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ board }) => board);
}

function rankFinding({ kind, isAlternative = false }: Finding): number {
  return KINDS.indexOf(kind) + (isAlternative ? KINDS.length : 0);
}

/** Makes names unique: by the folder, and then by a number. */
function makeIds(findings: readonly Finding[]): readonly string[] {
  const plain = findings.map(({ kind, name }) => `${kind}:${name}`);
  const inFolder = findings.map(({ kind, name, folder }, index) => {
    const isShared = plain.some(
      (id, other) => id === plain[index] && findings[other]?.folder !== folder,
    );
    return isShared && folder !== undefined ? `${kind}:${folder.name}/${name}` : `${kind}:${name}`;
  });
  return inFolder.map((id, index) => {
    const before = inFolder.slice(0, index).filter((other) => other === id).length;
    return before === 0 ? id : `${id} (${before + 1})`;
  });
}

function toDetectedBoard({ title, source, found }: Finding, id: string): DetectedBoard {
  const { server, namesPrograms = false, gaps = [], unresolved = [], ...rest } = found;
  // One variable may be missing in several members.
  const byWhat = groupBy([...gaps, ...unresolved.map(({ gap }) => gap)], ({ what }) => what);
  const known = [...byWhat.values()].flatMap(([gap]) => gap ?? []);
  const missing = known.length > 0 ? known : makeDeviceGap(server);
  return {
    ...rest,
    id,
    title,
    source,
    server: missing.length > 0 ? undefined : server,
    namesPrograms,
    gaps: missing,
    commands: [...new Set(unresolved.flatMap(({ command }) => command ?? []))],
  };
}

/** Fields that a server requires. */
function makeDeviceGap(server: BoardSetup['server']): readonly SetupGap[] {
  if (server === undefined) return [];
  const known = serverNamed(server.kind);
  if (!known?.question?.isNeeded || known.device(server) !== '') return [];
  return [{ what: `Its device is unknown: ${known.title} needs its name`, remedy: DESCRIBE }];
}

/** A board that was found. */
export interface DetectedBoard extends BoardSetup {
  /**
   * The commands of `${command:NAME}` in its server's settings that have not been run yet: run
   * them on a click, put the answers into `World.commands` and detect again.
   */
  readonly commands: readonly string[];
}

/** A server as a debug extension would start it in that folder: what is relative is meant from there. */
export function inFolder(
  server: ServerSetup,
  cwd: string,
  world: World,
  isProject = true,
): ServerSetup {
  const known = serverNamed(server.kind);
  if (known === undefined) return server;
  const resolve = (path: string) => choosePathModule(world).resolve(cwd, path);
  const program = server.program && resolveProgramPath(cwd, server.program, world);
  const whole = known.resolvePaths?.(server, { resolve, isProject }) ?? server;
  return { ...whole, program };
}
