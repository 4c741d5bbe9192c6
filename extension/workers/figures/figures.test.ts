import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Call, type Serving, Transferred } from '../../core/rpc/rpc';
import { unpackSamples } from '../../core/results/samples';
import {
  collected,
  exampleOperation,
  examplePass,
  exampleRecord,
} from '../../core/runs/testing/example';
import { figuresCalls } from './figures';

const serving: Serving<Call> = { signal: new AbortController().signal, tell: () => undefined };
const record = (count: number) =>
  exampleRecord(
    examplePass(collected({ operations: [exampleOperation('heap/malloc', 70, count)] })),
  );

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'figures-'));
});
afterEach(() => rmSync(folder, { recursive: true }));
const write = (count: number, at = folder) =>
  writeFileSync(join(at, 'run.json'), JSON.stringify(record(count)));

describe('the figures worker', () => {
  it('gives the results of a run, and anew when the run has changed', async () => {
    const { results } = figuresCalls();
    const samples = async () => {
      const model = await results({ folder }, serving);
      return model instanceof Transferred ? undefined : model.rows[0]?.samples;
    };
    write(100);
    expect(await samples()).toBe(100);
    write(2000);
    expect(await samples()).toBe(2000);
  });

  it('hands samples over instead of copying them', async () => {
    write(800);
    const found = await figuresCalls().samples({ folder, row: 'headline heap/malloc' }, serving);
    if (!(found instanceof Transferred)) throw new Error('samples were copied');
    expect(found.buffers).toEqual([found.value.quiet, found.value.ticked]);
    expect(unpackSamples(found.value).ticked).not.toEqual([]);
  });

  it('says what is wrong with a run or a row, and reads again later', async () => {
    const { results, samples } = figuresCalls();
    await expect(results({ folder }, serving)).rejects.toThrow('cannot be read (ENOENT)');
    write(10);
    await expect(samples({ folder, row: 'x' }, serving)).rejects.toThrow('no row "x"');
    await expect(results({ folder }, serving)).resolves.toMatchObject({ status: 'complete' });
  });
});
