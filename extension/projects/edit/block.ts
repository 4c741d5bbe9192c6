import type { SetupGap } from '../../targets';
import { type CMakeCall, readCalls } from './cmake';
import { LISTS, getProjectKind } from './kinds';
import { BLOCK_BEGIN, BLOCK_END } from './project-folder';
import type { Project } from './project';
import { hashText } from './sdk';

/** The marked block in a CMakeLists.txt. */
export interface MarkedBlock {
  /** The whole lines from the first mark to the last, with what ends the last. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** Counted from 1. */
  readonly line: number;
}

/** The start of a line, before which there may be a byte order mark. */
const LINE = '(?<=^\\uFEFF?)';
const WHOLE = new RegExp(
  `${LINE}${BLOCK_BEGIN}[ \\t]*\\r?$[^]*?^${BLOCK_END}[ \\t]*(?:\\r?\\n|(?![^]))`,
  'm',
);
const MARK = new RegExp(`${LINE}[ \\t]*(?:${BLOCK_BEGIN}|${BLOCK_END})\\b`, 'm');

/** Finds the block. */
export function readBlock(text: string): MarkedBlock | undefined {
  const found = WHOLE.exec(text);
  if (found === null) return undefined;
  const [block] = found;
  const start = found.index;
  const line = text.slice(0, start).split('\n').length;
  return { text: block, start, end: start + block.length, line };
}

/** Checks for marks that do not form one pair. */
export function hasLooseMark(text: string): boolean {
  const block = readBlock(text);
  return MARK.test(block === undefined ? text : text.slice(0, block.start) + text.slice(block.end));
}

/** The gap for marks that do not form one pair. */
export const LOOSE: SetupGap = {
  what: `${LISTS} has marks of Cyclescope’s block that do not form a pair`,
  remedy: `Remove the lines "${BLOCK_BEGIN}" and "${BLOCK_END}", and the block that belongs to them.`,
};

const WHAT = '# Cyclescope measures what operations of the operating system cost.';
const BENCHES =
  '# Benchmarks of your own: .c files with CYCLESCOPE_BENCH, as seen from this folder.';
const OPTIONS = [
  '# Options of cyclescope_add_to, see cyclescope/sdk-integration/cmake/README.md. A firmware for',
  "# one of QEMU's MPS2 machines needs CLOCK emulated.",
];

/** The lists that users fill in, as the calls that set them. */
export interface OwnLists {
  readonly benches: string;
  readonly options: string;
}

const NOTHING_LISTED: OwnLists = {
  benches: 'set(CYCLESCOPE_BENCHES)',
  options: 'set(CYCLESCOPE_OPTIONS)',
};

/** The lines of a block, without what ends them. */
export function blockLines(
  project: Pick<Project, 'kind'>,
  target: string,
  { benches, options } = NOTHING_LISTED,
): readonly string[] {
  const { entry } = getProjectKind(project);
  if (entry.kind === 'module') {
    return [
      BLOCK_BEGIN,
      WHAT,
      '# Nothing of it is built unless CONFIG_CYCLESCOPE=y is set, as cyclescope.conf does.',
      `list(APPEND ${entry.list} \${CMAKE_CURRENT_LIST_DIR}/cyclescope)`,
      BENCHES,
      benches,
      BLOCK_END,
    ];
  }
  const { os } = entry;
  const isLinux = os === 'linux';
  const more = isLinux ? '' : ' ${CYCLESCOPE_OPTIONS}';
  return [
    BLOCK_BEGIN,
    WHAT,
    '# Nothing of it is built without -DCYCLESCOPE=ON.',
    BENCHES,
    benches,
    ...(isLinux ? [] : [...OPTIONS, options]),
    'if(CYCLESCOPE)',
    '  include(${CMAKE_CURRENT_LIST_DIR}/cyclescope/sdk-integration/cmake/cyclescopeConfig.cmake)',
    `  cyclescope_add_to(${target} OS ${os} BENCHES \${CYCLESCOPE_BENCHES}${more})`,
    'endif()',
    BLOCK_END,
  ];
}

/** The digest of what is ours in a block: recognises a block that an older version wrote. */
export const digestOfBlock = (project: Pick<Project, 'kind'>): string =>
  hashText(blockLines(project, '').join('\n'));

/** The parts of a block that users may change, or its first line that is not ours. */
export type BlockReading =
  | ({ readonly target: string } & OwnLists)
  | { readonly editedLine: number; readonly editedText: string };

/** Reads a block: its lists are the user's; the rest must be today's text or match its digest. */
export function readWritten(
  block: MarkedBlock,
  project: Pick<Project, 'kind'>,
  digest?: string,
): BlockReading {
  const { calls } = readCalls(block.text);
  const findList = (name: string) =>
    calls.find((call) => call.name === 'set' && call.args[0]?.text === name);
  const target = calls.find(({ name }) => name === 'cyclescope_add_to')?.args[0]?.text ?? '';
  const given = [findList('CYCLESCOPE_BENCHES'), findList('CYCLESCOPE_OPTIONS')];
  const [benches = NOTHING_LISTED.benches, options = NOTHING_LISTED.options] = given.map(
    (list) => list && block.text.slice(list.start, list.end),
  );
  const plain = block.text
    .replace(benches, () => NOTHING_LISTED.benches)
    .replace(options, () => NOTHING_LISTED.options);
  const written = plain.split('\n').map((line) => line.trimEnd());
  if (written.at(-1) === '') written.pop();
  const nameless = written
    .join('\n')
    .replace(`cyclescope_add_to(${target} `, 'cyclescope_add_to( ');
  if (hashText(nameless) === digest) return { target, benches, options };
  const ours = blockLines(project, target);
  const differing = Array.from({ length: Math.max(written.length, ours.length) }).findIndex(
    (_, index) => written[index] !== ours[index],
  );
  return differing < 0
    ? { target, benches, options }
    : { editedLine: block.line + differing, editedText: written[differing] ?? '' };
}

/** A text with the block in it, or why it fits nowhere. */
export type Insertion = { readonly text: string } | { readonly gap: SetupGap };

/** Puts the block where the project's kind needs it. Removing it by `removeBlock` restores the text. */
export function withBlock(
  text: string,
  lines: readonly string[],
  project: Pick<Project, 'kind'>,
): Insertion {
  const { calls } = readCalls(text);
  const { entry } = getProjectKind(project);
  // Without a call that must find it, the block is the last thing in the file.
  const before = entry.kind === 'module' ? calls.find(entry.isBefore) : undefined;
  const inserted = before === undefined ? atEnd(text, lines) : insertAboveCall(before, text, lines);
  return hasSameCalls(inserted, calls) ? { text: inserted } : { gap: NO_LINE };
}

/** The text as it was before the block was put in. */
export function removeBlock(text: string): string {
  const block = readBlock(text);
  if (block === undefined) return text;
  const { start, end } = block;
  const before = text.slice(0, start);
  // A file whose last line was not ended gets back what was put between.
  const isOpen = end === text.length && !block.text.endsWith('\n');
  return (isOpen ? before.replace(/\r?\n$/, '') : before) + text.slice(end);
}

const NO_LINE: SetupGap = {
  what: 'CMakeLists.txt has no separate line for the agent’s block',
  remedy: 'Put find_package(Zephyr), or the include of the SDK, on a line of its own.',
};

function insertAboveCall({ start }: CMakeCall, text: string, lines: readonly string[]): string {
  const mark = text.startsWith('\uFEFF') ? 1 : 0;
  const at = Math.max(mark, text.lastIndexOf('\n', start - 1) + 1);
  const end = detectLineEnding(text);
  return text.slice(0, at) + lines.map((line) => line + end).join('') + text.slice(at);
}

function atEnd(text: string, lines: readonly string[]): string {
  const end = detectLineEnding(text);
  return text === '' || text.endsWith('\n')
    ? text + lines.map((line) => line + end).join('')
    : [text, ...lines].join(end);
}

/** The file's line end; a line that ends in a bare carriage return must not swallow ours. */
export function detectLineEnding(text: string): string {
  if (text.endsWith('\r')) return '\r\n';
  const windows = text.split('\r\n').length - 1;
  return windows * 2 > text.split('\n').length - 1 ? '\r\n' : '\n';
}

/** The block must not be inside a comment or another call. */
function hasSameCalls(inserted: string, before: readonly CMakeCall[]): boolean {
  const block = readBlock(inserted);
  if (block === undefined) return false;
  const rest = readCalls(inserted).calls.filter(
    ({ start, end }) => end <= block.start || start >= block.end,
  );
  const names = (calls: readonly CMakeCall[]) =>
    calls.map(({ name, args }) => [name, ...args.map(({ text }) => text)].join('\0')).join('\n');
  return (
    names(rest) === names(before) &&
    readCalls(inserted).calls.some(({ start }) => start > block.start && start < block.end)
  );
}
