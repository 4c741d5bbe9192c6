import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { TargetError } from '../../../base';
import type { Execution, ExecutionMarks } from '../../execution';

const locateMarks = (folder: string) => join(folder, 'marks');
const locateOutput = (folder: string) => join(folder, 'executed');

/**
 * Writes the plugin's input to an emulator's folder; returns QEMU's arguments. Which of the `likely`
 * switches are some, the plugin decides by the instructions themselves.
 */
export function pluginArguments(
  plugin: string,
  { switches, ...marks }: ExecutionMarks,
  folder: string,
  likely: readonly number[] = [],
): readonly string[] {
  const { opens, closes, stores, begins, ends } = marks;
  const formatSwitches = (isRestore: boolean) =>
    switches.flatMap(({ address, restores }) => (restores === isRestore ? [address] : []));
  const [w, r] = [formatSwitches(false), formatSwitches(true)];
  const kinds = { o: opens, c: closes, s: stores, b: begins, e: ends, w, r, k: likely };
  const lines = Object.entries(kinds).flatMap(([kind, addresses]) =>
    addresses.map((address) => `${kind} ${address.toString(16)}\n`),
  );
  writeFileSync(locateMarks(folder), lines.join(''));
  const options = { file: plugin, marks: locateMarks(folder), out: locateOutput(folder) };
  // A comma in a value is doubled.
  const words = Object.entries(options).map(
    ([key, path]) => `${key}=${path.replaceAll(',', ',,')}`,
  );
  return ['-plugin', words.join(',')];
}

/** Node reads no larger files at once. */
const MOST_BYTES = 2 ** 31 - 1;

/** Reads what a plugin has written at an emulator's end. */
export function readPluginFile(folder: string): Execution {
  const { size } = statSync(locateOutput(folder));
  if (size <= MOST_BYTES) return parseExecution(readFileSync(locateOutput(folder)));
  throw new TargetError(
    'no-space',
    `The samples executed too many instructions for a profile: ${(size / 1e9).toFixed(1)} GB of them were recorded, and ${(MOST_BYTES / 1e9).toFixed(1)} GB can be read`,
    'Profile fewer operations at once, or fewer samples with: --iterations 100',
  );
}

const MAGIC = 0x31585943;
const OPERATION = 0xffff_ffff;

/** Parses the plugin's file, which `target-agent/emulator/execution.c` describes. */
export function parseExecution(bytes: Uint8Array): Execution {
  const words = new Uint32Array(new Uint8Array(bytes).buffer, 0, bytes.length >> 2);
  let at = 0;
  const next = () => {
    const word = words[at++];
    if (word === undefined) throw makeTruncationError();
    return word;
  };
  const list = () => {
    const count = next();
    const found = words.subarray(at, (at += count));
    if (found.length < count) throw makeTruncationError();
    return found;
  };
  if (next() !== MAGIC) throw makeTruncationError();
  const paths = Array.from({ length: next() }, list);
  const operations: number[][] = [];
  for (const index of list()) {
    if (index === OPERATION) operations.push([]);
    else operations.at(-1)?.push(index);
  }
  const code = list();
  if (next() !== MAGIC) throw makeTruncationError();
  const byAddress = new Map<number, number>();
  for (let index = 0; index < code.length; index += 2)
    byAddress.set(code[index] ?? 0, code[index + 1] ?? 0);
  return { paths, operations, words: byAddress };
}

/** The failure that an incomplete recording is. */
export function makeTruncationError(): TargetError {
  return new TargetError(
    'target-gone',
    'The recording of executed instructions is truncated: QEMU ended before it was complete',
    'Check the free space in the folder for temporary files, and profile again.',
  );
}
