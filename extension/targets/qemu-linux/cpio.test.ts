import { expect, test } from 'vitest';
import { writeCpio } from './initramfs';

/** Reads an archive as Linux does. */
function read(archive: Uint8Array) {
  const bytes = Buffer.from(archive);
  const entries = [];
  for (let at = 0; at < bytes.length;) {
    expect(at % 4).toBe(0);
    const fields = Array.from({ length: 13 }, (_, index) =>
      Number.parseInt(bytes.toString('latin1', at + 6 + 8 * index, at + 14 + 8 * index), 16),
    );
    const [inode = 0, mode = 0, , , links = 0, , size = 0, , , major = 0, minor = 0, name = 0] =
      fields;
    const path = bytes.toString('utf8', at + 110, at + 110 + name - 1);
    const start = (at + 110 + name + 3) & ~3;
    const data = bytes.subarray(start, start + size);
    const magic = bytes.toString('latin1', at, at + 6);
    entries.push({ magic, inode, mode, links, device: [major, minor], path, data });
    at = (start + size + 3) & ~3;
  }
  return entries;
}

test('writes folders, files and device nodes, then the trailer', () => {
  const contents = [0, 1, 2, 3, 4, 5].map((length) => new Uint8Array(length).fill(0xa5));
  const archive = writeCpio([
    { path: 'dev', mode: 0o040755 },
    { path: 'dev/console', mode: 0o020600, device: [5, 1] },
    ...contents.map((data, index) => ({ path: `file-${'x'.repeat(index)}`, mode: 0o100644, data })),
  ]);
  const entries = read(archive);
  expect(entries.map(({ path }) => path)).toEqual([
    'dev',
    'dev/console',
    ...contents.map((_, index) => `file-${'x'.repeat(index)}`),
    'TRAILER!!!',
  ]);
  expect(entries.every(({ magic, links }) => magic === '070701' && links === 1)).toBe(true);
  expect(new Set(entries.map(({ inode }) => inode)).size).toBe(entries.length);
  expect(entries[1]).toMatchObject({ mode: 0o020600, device: [5, 1] });
  expect(entries.slice(2, -1).map(({ data }) => Uint8Array.from(data))).toEqual(contents);
});

test('equal entries give equal bytes', () => {
  const entries = [{ path: 'init', mode: 0o100755, data: Uint8Array.of(1, 2, 3) }];
  expect(writeCpio(entries)).toEqual(writeCpio(entries));
});
