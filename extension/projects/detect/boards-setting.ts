import * as v from 'valibot';
import { fieldsOf, nearest, textOf } from '../../base';
import {
  type BoardMember,
  isSerialId,
  machineNamed,
  machineNames,
  parseSerialAddress,
  SERIAL_ADDRESS,
  serverNamed,
  servers,
  type ServerSetup,
  type SetupGap,
} from '../../targets';
import { type Finding, inFolder } from './finding';
import { runsProject, serverAddress } from './launch';
import { type Found, resolveFields, unusable } from './variables';
import { pathsOf, type Scope, type World } from './world';

/** The setting in which users describe boards themselves. */
export const BOARDS_SETTING = 'cyclescope.boards';

const text = v.pipe(
  v.union([v.string(), v.pipe(v.number(), v.transform(String))]),
  v.trim(),
  v.nonEmpty(),
);

/** The members of every board in the setting, whatever its server. */
const COMMON = {
  name: text,
  /** A debug server's kind, `gdb://HOST:PORT`, `serial://PATH?baud=N`, or `qemu` for an emulated machine. */
  server: text,
  probe: v.optional(text),
  /** In kHz. */
  speed: v.optional(v.pipe(v.number(), v.minValue(1))),
  /** The name under which images are kept, instead of `elf`. */
  images: v.optional(text),
  elf: v.optional(text),
  tracedElf: v.optional(text),
} as const;

/** Of an emulated machine: its name. */
const EMULATED = { device: 'text' } as const;

type Members = Readonly<Record<string, BoardMember>>;

/** Further members for each kind of server. */
const MEMBERS: ReadonlyMap<string, Members> = new Map<string, Members>([
  ...servers.map(({ kind, members }) => [kind, members] as const),
  ['qemu', EMULATED],
]);

const schemaOf = (member: BoardMember) => {
  if (member === 'text') return v.optional(text);
  return v.optional(member === 'texts' ? v.array(text) : v.picklist(member));
};

const schema = v.object({
  ...Object.fromEntries(
    [...MEMBERS.values()].flatMap((members) =>
      Object.entries(members).map(([name, member]) => [name, schemaOf(member)] as const),
    ),
  ),
  ...COMMON,
});

/** The members that a board in the setting may have. */
export const boardMembers: readonly string[] = Object.keys(schema.entries);

type BoardEntry = v.InferOutput<typeof schema>;

interface Entry extends Scope {
  readonly value: unknown;
  readonly fromProject: boolean;
}

/** The boards that users describe in the setting, and what is wrong with it. */
export function settingBoards(world: World): {
  readonly findings: readonly Finding[];
  readonly problems: readonly string[];
} {
  const results = entriesOf(world).map(boardOf);
  return {
    findings: results.flatMap((result) => (typeof result === 'string' ? [] : [result])),
    problems: results.flatMap((result) => (typeof result === 'string' ? [result] : [])),
  };
}

/** Folders see the user's settings as well: what they all have is one entry. */
function entriesOf(world: World): readonly Entry[] {
  const scopes: readonly Scope[] = [
    ...world.folders.map((folder) => ({ world, folder })),
    { world },
  ];
  const entries = scopes.flatMap((scope): readonly Entry[] => {
    const { value, fromProject = false } = (scope.folder ?? world).setting(BOARDS_SETTING) ?? {};
    const list: readonly unknown[] = Array.isArray(value)
      ? value
      : value === undefined
        ? []
        : [value];
    return list.map((item) => ({ ...scope, value: item, fromProject }));
  });
  const texts = entries.map(({ value }) => JSON.stringify(value));
  return entries.filter((_, index) => texts.indexOf(texts[index] ?? '') === index);
}

function boardOf(entry: Entry): Finding | string {
  const fields = fieldsOf(entry.value);
  const name = textOf(fields['name']);
  if (name === undefined) return `A board in the setting ${BOARDS_SETTING} has no "name".`;
  const common = { kind: 'board', name, title: name, source: `settings: "${name}"` } as const;
  const wrong = mistakes(fields);
  const [first] = wrong;
  if (first !== undefined) return { ...common, folder: entry.folder, found: { gaps: wrong } };
  const { fields: known, unresolved } = resolveFields(fields, boardMembers, entry);
  const found = unresolved.length > 0 ? { unresolved } : readBoard(known, entry);
  return { ...common, folder: entry.folder, found };
}

function mistakes(fields: Readonly<Record<string, unknown>>): readonly SetupGap[] {
  const server = textOf(fields['server']) ?? '';
  const known = /^(gdb|serial):\/\//.test(server) ? {} : MEMBERS.get(server);
  if (known === undefined) {
    const all = [...MEMBERS.keys(), 'gdb://HOST:PORT', SERIAL_ADDRESS].join(', ');
    return [
      { what: `"${server}" is not a debug server`, remedy: `"server" must be one of ${all}.` },
    ];
  }
  const members = Object.keys(known);
  const allowed = [...Object.keys(COMMON), ...members];
  const strange = Object.keys(fields).filter((key) => !allowed.includes(key));
  const checked = v.safeParse(schema, fields);
  const issues = checked.success ? [] : checked.issues;
  return [
    ...strange.map((key) => ({
      what: `"${key}" is not a member of boards with the server ${server}`,
      remedy: `Remove it${meant(key, allowed)}. Members for this server: ${members.join(', ') || 'none'}.`,
    })),
    ...issues.map((issue) => ({
      what: `"${v.getDotPath(issue) ?? ''}" is invalid: ${issue.message}`,
      remedy: `Correct it in the setting ${BOARDS_SETTING}.`,
    })),
  ];
}

function meant(key: string, allowed: readonly string[]): string {
  const [name] = nearest(key, allowed, 1);
  return name === undefined ? '' : `, or write "${name}"`;
}

function readBoard(known: unknown, entry: Entry): Found {
  const checked = v.safeParse(schema, known);
  if (!checked.success) return unusable('A variable in it has no usable value');
  const board = checked.output;
  if (board.server === 'qemu') return emulated(board, entry);
  if (isSerialId(board.server)) return atPort(board, entry);
  const server = serverOfBoard(board, entry);
  if (server === undefined)
    return unusable(`"${board.server}" does not have the form gdb://HOST:PORT`);
  return {
    server,
    probe: board.probe,
    speedKhz: board.speed,
    images: imagesOf(board, entry),
    namesPrograms: entry.fromProject && (server.program !== undefined || runsProject(server, true)),
  };
}

function emulated(board: BoardEntry, entry: Entry): Found {
  const machine = textOf(fieldsOf(board)['device']) ?? '';
  if (machineNamed(machine) === undefined) {
    const what = `Agents do not run on the QEMU machine "${machine}"`;
    return unusable(what, `"device" must be one of ${machineNames().join(', ')}.`);
  }
  return { server: { kind: 'qemu', machine }, images: imagesOf(board, entry) };
}

function atPort(board: BoardEntry, entry: Entry): Found {
  const server = parseSerialAddress(board.server);
  if (server === undefined) {
    return unusable(
      `"${board.server}" is not the address of a serial port`,
      `The form is: ${SERIAL_ADDRESS}`,
    );
  }
  return { server, images: imagesOf(board, entry) };
}

function serverOfBoard(
  board: BoardEntry,
  { world, folder, fromProject }: Omit<Entry, 'value'>,
): ServerSetup | undefined {
  const server = serverIn(board);
  // The user's own boards have no project: what is relative is meant from home.
  return server && inFolder(server, baseOf({ world, folder, fromProject }), world, fromProject);
}

function serverIn(board: BoardEntry): ServerSetup | undefined {
  const known = serverNamed(board.server);
  if (known !== undefined) return known.fromMembers(board);
  const address = serverAddress(board.server.replace(/^gdb:\/\//, ''));
  return address && { kind: 'external', ...address };
}

function imagesOf({ images, elf, tracedElf }: BoardEntry, entry: Entry): Found['images'] {
  const whole = (path: string) => pathsOf(entry.world).resolve(baseOf(entry), path);
  if (elf !== undefined) {
    return { kind: 'files', headline: whole(elf), traced: tracedElf && whole(tracedElf) };
  }
  return images === undefined ? undefined : { kind: 'named', name: images };
}

function baseOf({ world, folder, fromProject }: Omit<Entry, 'value'>): string {
  return (fromProject ? folder?.path : undefined) ?? world.home;
}
