import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { ExecutionMarks } from '../../execution';
import { readLog, recordExecution, startExecutionLog } from './log';
import { parseExecution, pluginArguments, readPluginFile } from './plugin';

const marks: ExecutionMarks = {
  opens: [0x10],
  closes: [0x20],
  stores: [0x30, 0x32],
  begins: [0x2],
  ends: [0x4],
  switches: [
    { address: 0x50, restores: false, register: 0, offset: -36 },
    { address: 0x52, restores: true, register: 0, offset: 0 },
  ],
};

function record(...addresses: readonly number[]) {
  const recorder = recordExecution(marks);
  for (const address of addresses) recorder.noteInstruction(address, () => 0);
  const { paths, operations } = recorder.finish();
  return { paths: paths.map((path) => [...path]), operations };
}

test('a window extends from the first opening to the last closing before a value', () => {
  const window = [0x10, 0x12, 0x20];
  const { paths, operations } = record(
    0x2,
    0x8,
    ...window,
    0x22,
    0x30,
    0x32,
    ...window,
    0x22,
    0x30,
    0x10,
    ...window,
    0x14,
    0x20,
    0x22,
    0x32,
    0x2,
    ...window,
    0x30,
  );
  expect(paths).toEqual([window, [0x10, ...window, 0x14, 0x20]]);
  expect(operations).toEqual([[0, 0, 1], [0]]);
});

test('drops steps outside an operation, and windows that were not closed or stored', () => {
  const window = [0x10, 0x12, 0x20];
  expect(record(...window, 0x30, 0x2, 0x10, 0x12, 0x30, 0x4, ...window, 0x30)).toEqual({
    paths: [],
    operations: [[]],
  });
});

const trace = (address: number) =>
  `Trace 0: 0x7f00 [00000000/${address.toString(16).padStart(8, '0')}/00000110/ff020000] name \n`;
const registers = (r0: number) =>
  `R00=${r0.toString(16).padStart(8, '0')} R01=00000000 R02=00000000 R03=00000000\nR04=00000000\n`;

async function* splitText(text: string, size: number) {
  for (let at = 0; at < text.length; at += size) yield Buffer.from(text.slice(at, at + size));
}

const log = (...lines: readonly string[]) => readLog(splitText(lines.join(''), 7), marks);

test('counts rewound and paused steps once, and numbers the places of threads', async () => {
  const { paths } = await log(
    trace(0x2),
    trace(0x10),
    'cpu_io_recompile: rewound execution of TB to 00000010\n',
    trace(0x10),
    trace(0x12),
    'Stopped execution of TB chain before 0x7f00 [00000012]\n',
    trace(0x12),
    trace(0x50),
    registers(0x1024),
    trace(0x52),
    registers(0x2000),
    trace(0x50),
    registers(0x2024),
    trace(0x52),
    registers(0x1000),
    trace(0x20),
    trace(0x30),
  );
  expect(paths.map((path) => [...path])).toEqual([
    [0x10, 0x12, 0x50, 1, 0x52, 4 + 3, 0x50, 4 + 1, 0x52, 3, 0x20],
  ]);
});

test('rejects a truncated log', async () => {
  await expect(log(trace(0x2), trace(0x10).slice(0, 40))).rejects.toThrow('truncated');
  await expect(log(trace(0x2), trace(0x10), trace(0x50), trace(0x52))).rejects.toThrow('truncated');
});

const MAGIC = 0x31585943;
/** Like a small file that Node has read: a part of a larger buffer, where words are not aligned. */
const file = (...words: readonly number[]) =>
  Buffer.concat([Buffer.alloc(3), Buffer.from(Uint32Array.from(words).buffer)]).subarray(3);

test('reads the plugin’s file, and rejects it wherever it is truncated', () => {
  const order = [0xffff_ffff, 1, 0, 0xffff_ffff, 1];
  const paths = [2, 3, 0x10, 0x12, 0x20, 2, 0x10, 0x20];
  const words = [MAGIC, ...paths, order.length, ...order, 4, 0x10, 0xbf00, 0x20, 0xe1a0f00e, MAGIC];
  expect(parseExecution(file(...words))).toEqual({
    paths: [Uint32Array.of(0x10, 0x12, 0x20), Uint32Array.of(0x10, 0x20)],
    operations: [[1, 0], [1]],
    words: new Map([
      [0x10, 0xbf00],
      [0x20, 0xe1a0f00e],
    ]),
  });
  for (let length = 0; length < words.length; length += 1)
    expect(() => parseExecution(file(...words.slice(0, length)))).toThrow('truncated');
});

function makeFolder(name: string) {
  const folder = mkdtempSync(join(tmpdir(), name));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

test('passes marks to the plugin in a file, whatever its folder is called', () => {
  const folder = makeFolder('marks,');
  const [option, value = ''] = pluginArguments('/tmp/p.so', marks, folder);
  expect(option).toBe('-plugin');
  const doubled = folder.replaceAll(',', ',,');
  expect(value).toBe(`file=/tmp/p.so,marks=${doubled}/marks,out=${doubled}/executed`);
  const lines = readFileSync(join(folder, 'marks'), 'utf8').trim().split('\n');
  expect(lines).toEqual(['o 10', 'c 20', 's 30', 's 32', 'b 2', 'e 4', 'w 50', 'r 52']);
});

test('rejects a recording that is too large to read, with advice', () => {
  const folder = makeFolder('large');
  writeFileSync(join(folder, 'executed'), '');
  // It has holes, and takes no room.
  truncateSync(join(folder, 'executed'), 4.8e9);
  expect(() => readPluginFile(folder)).toThrow(
    expect.objectContaining({
      message: expect.stringContaining('4.8 GB of them were recorded'),
      hint: expect.stringContaining('--iterations 100'),
    }),
  );
});

test('uses the new name of single steps if QEMU no longer accepts the old one', async () => {
  const asked: string[] = [];
  const { stop, read } = await startExecutionLog(marks, makeFolder('log'), async (line) => {
    asked.push(line.replace(/logfile .*/, 'logfile'));
    if (line.startsWith('logfile')) await writeFile(line.slice(8), trace(0x2));
    if (line.startsWith('one-insn-per-tb')) throw new Error('unknown command');
  });
  await stop();
  const switchedOn = ['logfile', 'one-insn-per-tb on', 'singlestep on', 'log exec,cpu,nochain'];
  expect(asked).toEqual(switchedOn.concat('log none', 'singlestep off'));
  expect(await read).toEqual({ paths: [], operations: [[]] });
});

test('does not wait for the log of a QEMU that is gone', async () => {
  const rejectClosed = () => Promise.reject(new Error('QEMU closed its machine protocol'));
  await expect(startExecutionLog(marks, makeFolder('log'), rejectClosed)).rejects.toThrow('closed');
});
