import * as v from 'valibot';
import { nearest } from '../../base';
import {
  isSerialId,
  machineNamed,
  machineNames,
  parseSerialAddress,
  SERIAL_ADDRESS,
  type ServerSetup,
  type SetupGap,
} from '../../targets';
import type { Finding } from './finding';
import { inFolder } from './in-folder';
import { serverAddress } from './launch';
import { fieldsOf, textOf } from './values';
import { type Found, resolveFields, unusable } from './variables';
import { pathsOf, type Scope, type World } from './world';

/** The setting in which users describe boards themselves. */
export const BOARDS_SETTING = 'cyclescope.boards';

const text = v.pipe(
  v.union([v.string(), v.pipe(v.number(), v.transform(String))]),
  v.trim(),
  v.nonEmpty(),
);
const texts = v.array(text);

/** The members of one board in the setting. */
export const boardMembers = {
  name: text,
  /** `openocd`, `pyocd`, `jlink`, `linkserver`, `stlink`, `gdb://HOST:PORT`, `serial://PATH?baud=N`, or `qemu` for an emulated machine. */
  server: text,
  device: v.optional(text),
  probe: v.optional(text),
  /** In kHz. */
  speed: v.optional(v.pipe(v.number(), v.minValue(1))),
  interface: v.optional(v.picklist(['swd', 'jtag'])),
  /** Of a probe on the network. */
  address: v.optional(text),
  program: v.optional(text),
  args: v.optional(texts),
  configFiles: v.optional(texts),
  searchFolders: v.optional(texts),
  commands: v.optional(texts),
  programmerFolder: v.optional(text),
  /** The name under which images are kept, instead of `elf`. */
  images: v.optional(text),
  elf: v.optional(text),
  tracedElf: v.optional(text),
} as const;

type BoardEntry = v.InferOutput<v.ObjectSchema<typeof boardMembers, undefined>>;

const schema = v.object(boardMembers);

/** What each server takes besides what every board has. */
const MEMBERS: Readonly<Record<string, readonly string[] | undefined>> = {
  openocd: ['program', 'configFiles', 'searchFolders', 'commands'],
  pyocd: ['program', 'device', 'args'],
  jlink: ['program', 'device', 'interface', 'address', 'args'],
  linkserver: ['program', 'device', 'args'],
  stlink: ['program', 'programmerFolder', 'args'],
  qemu: ['device'],
};
const COMMON = ['name', 'server', 'probe', 'speed', 'images', 'elf', 'tracedElf'];

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
  const { fields: known, unresolved } = resolveFields(fields, Object.keys(boardMembers), entry);
  const found = unresolved.length > 0 ? { unresolved } : readBoard(known, entry);
  return { ...common, folder: entry.folder, found };
}

function mistakes(fields: Readonly<Record<string, unknown>>): readonly SetupGap[] {
  const server = textOf(fields['server']) ?? '';
  const members = /^(gdb|serial):\/\//.test(server) ? [] : MEMBERS[server];
  if (members === undefined) {
    const servers = [...Object.keys(MEMBERS), 'gdb://HOST:PORT', SERIAL_ADDRESS].join(', ');
    return [{ what: `"${server}" is no server`, remedy: `"server" is one of ${servers}.` }];
  }
  const allowed = [...COMMON, ...members];
  const strange = Object.keys(fields).filter((key) => !allowed.includes(key));
  const checked = v.safeParse(schema, fields);
  const issues = checked.success ? [] : checked.issues;
  return [
    ...strange.map((key) => ({
      what: `"${key}" means nothing with the server ${server}`,
      remedy: `Remove it${meant(key, allowed)}; it takes ${members.join(', ') || 'no more'}.`,
    })),
    ...issues.map((issue) => ({
      what: `"${v.getDotPath(issue) ?? ''}" is not as it should be: ${issue.message}`,
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
  if (server === undefined) return unusable(`"${board.server}" is no gdb://HOST:PORT`);
  const readsFolder = server.kind === 'openocd' || server.kind === 'pyocd';
  const { program, args = [] } = board;
  return {
    server,
    probe: board.probe,
    speedKhz: board.speed,
    images: imagesOf(board, entry),
    namesPrograms: entry.fromProject && (program !== undefined || args.length > 0 || readsFolder),
  };
}

function emulated(board: BoardEntry, entry: Entry): Found {
  const { device: machine = '' } = board;
  if (machineNamed(machine) === undefined) {
    const what = `"${machine}" is no machine of QEMU that agents run on`;
    return unusable(what, `"device" is one of ${machineNames().join(', ')}.`);
  }
  return { server: { kind: 'qemu', machine }, images: imagesOf(board, entry) };
}

function atPort(board: BoardEntry, entry: Entry): Found {
  const server = parseSerialAddress(board.server);
  if (server === undefined) {
    return unusable(`"${board.server}" is no serial port`, `Write it like this: ${SERIAL_ADDRESS}`);
  }
  return { server, images: imagesOf(board, entry) };
}

function serverOfBoard(
  board: BoardEntry,
  { world, folder, fromProject }: Omit<Entry, 'value'>,
): ServerSetup | undefined {
  const server = serverNamed(board);
  // The user's own boards have no project: what is relative is meant from home, and pyOCD reads no folder.
  if (server === undefined || (!fromProject && server.kind === 'pyocd')) return server;
  return inFolder(server, baseOf({ world, folder, fromProject }), world);
}

function serverNamed(board: BoardEntry): ServerSetup | undefined {
  const { program, device = '', args = [], configFiles = [], searchFolders = [] } = board;
  switch (board.server) {
    case 'openocd': {
      const { commands = [] } = board;
      return { kind: 'openocd', program, configFiles, searchFolders, commands };
    }
    case 'pyocd':
      return { kind: 'pyocd', program, target: board.device, args };
    case 'jlink': {
      const { interface: wires, address } = board;
      return { kind: 'jlink', program, device, interface: wires, address, args };
    }
    case 'linkserver':
      return { kind: 'linkserver', program, device, args };
    case 'stlink':
      return { kind: 'stlink', program, programmerFolder: board.programmerFolder, args };
    default: {
      const address = serverAddress(board.server.replace(/^gdb:\/\//, ''));
      return address && { kind: 'external', ...address };
    }
  }
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
