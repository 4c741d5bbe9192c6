import type { SetupGap } from '../../targets';
import { readBlock } from './block';
import { type CMakeCall, readCalls } from './cmake';
import { kindOf } from './kinds';
import type { Project } from './project';

/** A text with the block in it, or why there is no place for it. */
export type Insertion = { readonly text: string } | { readonly gap: SetupGap };

/** Puts the block where the project's kind wants it. Taking it out by `withoutBlock` gives the text back. */
export function withBlock(
  text: string,
  lines: readonly string[],
  project: Pick<Project, 'kind'>,
): Insertion {
  const { calls } = readCalls(text);
  const { entry } = kindOf(project);
  // Without a call that must find it, the block is the last thing in the file.
  const before = entry.kind === 'module' ? calls.find(entry.isBefore) : undefined;
  const inserted = before === undefined ? atEnd(text, lines) : atLineOf(before, text, lines);
  return hasSameCalls(inserted, calls) ? { text: inserted } : { gap: NO_PLACE };
}

/** The text as it was before the block was put in. */
export function withoutBlock(text: string): string {
  const block = readBlock(text);
  if (block === undefined) return text;
  const { start, end } = block;
  const before = text.slice(0, start);
  // A file whose last line was not ended gets back what was put between.
  const isOpen = end === text.length && !block.text.endsWith('\n');
  return (isOpen ? before.replace(/\r?\n$/, '') : before) + text.slice(end);
}

const NO_PLACE: SetupGap = {
  what: 'CMakeLists.txt has no separate line for the agent’s block',
  remedy: 'Put find_package(Zephyr), or the include of the SDK, on a line of its own.',
};

function atLineOf({ start }: CMakeCall, text: string, lines: readonly string[]): string {
  const mark = text.startsWith('\uFEFF') ? 1 : 0;
  const at = Math.max(mark, text.lastIndexOf('\n', start - 1) + 1);
  const end = endingOf(text);
  return text.slice(0, at) + lines.map((line) => line + end).join('') + text.slice(at);
}

function atEnd(text: string, lines: readonly string[]): string {
  const end = endingOf(text);
  return text === '' || text.endsWith('\n')
    ? text + lines.map((line) => line + end).join('')
    : [text, ...lines].join(end);
}

/** The file's line end; a line that ends in a bare carriage return must not swallow ours. */
export function endingOf(text: string): string {
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
