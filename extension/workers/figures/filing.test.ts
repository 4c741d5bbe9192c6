import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Call, Serving } from '../../base/calls';
import { exampleRun } from '../../report/testing';
import { exampleText } from '../../runs/imports/testing/texts';
import { filingCalls as calls } from './figures';

const serving: Serving<Call> = { signal: new AbortController().signal, report: () => undefined };
const record = exampleRun({ 'heap/malloc': 70, 'heap/free': 50 });

let root = '';
let folder = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'filing-'));
  folder = join(root, record.id);
  mkdirSync(folder);
  writeFileSync(join(folder, 'run.json'), JSON.stringify(record));
  writeFileSync(join(folder, 'recording.SVDat'), 'bytes');
});
afterEach(() => rmSync(root, { recursive: true }));

describe('exporting and importing runs', () => {
  it('writes a report with an image of each operation beside it', async () => {
    const file = join(root, 'report.md');
    const columns = [{ folder }, { address: 'published:nxp-zephyr-linux/average/zephyr-rt1050' }];
    const written = await calls.report({ columns, file }, serving);
    expect(written).toMatchObject({ file, beside: expect.arrayContaining([]) as unknown });
    const images = 'beside' in written ? written.beside : [];
    expect(images).toHaveLength(2);
    for (const image of images) {
      expect(readFileSync(image, 'utf8')).toMatch(/^<svg/);
      expect(readFileSync(file, 'utf8')).toContain(image.slice(root.length + 1));
    }
    expect(readFileSync(file, 'utf8')).toContain('## Comparison');
  });

  it('exports a run and opens it elsewhere, and reports if it was already there', async () => {
    const file = join(root, 'run.cyclescope');
    const order = { folder, file, tool: 'cyclescope 0' };
    expect(await calls.exportRun(order, serving)).toMatchObject({ missing: [] });
    const runsFolder = join(root, '.cyclescope', 'runs');
    const opened = await calls.openExported({ file, runsFolder }, serving);
    expect(opened).toMatchObject({ id: record.id, wasThere: false });
    expect(existsSync(join(runsFolder, record.id, 'recording.SVDat'))).toBe(true);
    expect(await calls.openExported({ file, runsFolder }, serving)).toMatchObject({
      wasThere: true,
    });
  });

  it("stores another tool's output as a run, recognised or by name, or gives the reason", async () => {
    const file = join(root, 'board.log');
    const order = { file, runsFolder: join(root, 'runs'), tool: 'cyclescope 0' };
    writeFileSync(file, exampleText('cyclictest'));
    const taken = await calls.importResults(order, serving);
    const kept = readFileSync(join('folder' in taken ? taken.folder : '', 'run.json'), 'utf8');
    expect(JSON.parse(kept)).toMatchObject({ imported: { format: 'cyclictest' } });
    writeFileSync(file, 'nothing');
    await expect(calls.importResults(order, serving)).rejects.toMatchObject({ code: 'unreadable' });
    const named = { ...order, format: 'sched' };
    await expect(calls.importResults(named, serving)).rejects.toMatchObject({ code: 'unreadable' });
  });
});
