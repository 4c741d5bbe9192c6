import * as v from 'valibot';
import { toFields, nearest, toText } from '../../base';
import {
  boardAddresses,
  type BoardMember,
  boardServers,
  type ServerSetup,
  type SetupGap,
} from '../../targets';
import { type Finding, inFolder } from './finding';
import { runsProject } from './launch';
import { type Found, resolveFields, toUnusable } from './variables';
import { choosePathModule, type Scope, type World } from './world';

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
  /** A debug server or what replaces it, or an address. */
  server: text,
  probe: v.optional(text),
  /** In kHz. */
  speed: v.optional(v.pipe(v.number(), v.minValue(1))),
  /** The name under which images are kept, instead of `elf`. */
  images: v.optional(text),
  elf: v.optional(text),
  tracedElf: v.optional(text),
} as const;

const makeSchema = (member: BoardMember) => {
  if (member === 'text') return v.optional(text);
  return v.optional(member === 'texts' ? v.array(text) : v.picklist(member));
};

const schema = v.object({
  ...Object.fromEntries(
    boardServers.flatMap(({ members }) =>
      Object.entries(members).map(([name, member]) => [name, makeSchema(member)] as const),
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
export function readSettingBoards(world: World): {
  readonly findings: readonly Finding[];
  readonly problems: readonly string[];
} {
  const results = listEntries(world).map(readEntry);
  return {
    findings: results.flatMap((result) => (typeof result === 'string' ? [] : [result])),
    problems: results.flatMap((result) => (typeof result === 'string' ? [result] : [])),
  };
}

/** Folders see the user's settings as well: what they all have is one entry. */
function listEntries(world: World): readonly Entry[] {
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

function readEntry(entry: Entry): Finding | string {
  const fields = toFields(entry.value);
  const name = toText(fields['name']);
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
  const server = toText(fields['server']) ?? '';
  const known = findAddressKind(server) ? {} : serverNamed(server)?.members;
  if (known === undefined) {
    const all = [
      ...boardServers.map(({ kind }) => kind),
      ...boardAddresses.map(({ form }) => form),
    ];
    return [
      {
        what: `"${server}" is not a debug server`,
        remedy: `"server" must be one of ${all.join(', ')}.`,
      },
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
      remedy: `Remove it${suggestMember(key, allowed)}. Members for this server: ${members.join(', ') || 'none'}.`,
    })),
    ...issues.map((issue) => ({
      what: `"${v.getDotPath(issue) ?? ''}" is invalid: ${issue.message}`,
      remedy: `Correct it in the setting ${BOARDS_SETTING}.`,
    })),
  ];
}

function suggestMember(key: string, allowed: readonly string[]): string {
  const [name] = nearest(key, allowed, 1);
  return name === undefined ? '' : `, or write "${name}"`;
}

function readBoard(known: unknown, entry: Entry): Found {
  const checked = v.safeParse(schema, known);
  if (!checked.success) return toUnusable('A variable in it has no usable value');
  const board = checked.output;
  const { server, gaps } = readSetup(board);
  // The user's own boards have no project: what is relative is meant from home.
  const whole = server && inFolder(server, chooseBaseFolder(entry), entry.world, entry.fromProject);
  return {
    server: whole,
    gaps,
    probe: board.probe,
    speedKhz: board.speed,
    images: resolveImages(board, entry),
    namesPrograms:
      entry.fromProject &&
      whole !== undefined &&
      (whole.program !== undefined || runsProject(whole, true)),
  };
}

const serverNamed = (name: string) => boardServers.find(({ kind }) => kind === name);

const findAddressKind = (text: string) =>
  boardAddresses.find(({ scheme }) => text.startsWith(scheme));

function readSetup(board: BoardEntry): {
  readonly server?: ServerSetup | undefined;
  readonly gaps?: readonly SetupGap[] | undefined;
} {
  const known = serverNamed(board.server);
  if (known !== undefined)
    return { server: known.fromMembers(board), gaps: known.listGaps?.(board) };
  const kind = findAddressKind(board.server);
  const found = kind?.find(board.server, undefined);
  return found !== undefined && 'board' in found
    ? { server: found.board.server }
    : toUnusable(`"${board.server}" is not an address`, `The form is: ${kind?.form}`);
}

function resolveImages({ images, elf, tracedElf }: BoardEntry, entry: Entry): Found['images'] {
  const whole = (path: string) =>
    choosePathModule(entry.world).resolve(chooseBaseFolder(entry), path);
  if (elf !== undefined) {
    return { kind: 'files', headline: whole(elf), traced: tracedElf && whole(tracedElf) };
  }
  return images === undefined ? undefined : { kind: 'named', name: images };
}

function chooseBaseFolder({ world, folder, fromProject }: Omit<Entry, 'value'>): string {
  return (fromProject ? folder?.path : undefined) ?? world.home;
}
