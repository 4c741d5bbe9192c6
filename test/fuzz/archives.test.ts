import { existsSync, readdirSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect } from 'vitest';
import { EngineError } from '../../extension/base';
import { openArchive } from '../../extension/engine';
import { pack } from '../../extension/engine/archive/archive';
import {
  collectSimulated,
  exampleOperation,
  examplePass,
  exampleRecord,
} from '../../extension/runs/record/testing/example';
import { fuzz, garbleBytes, garbleJson } from './fuzz';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cyclescope-fuzz-'));
});
afterAll(() => rm(folder, { recursive: true }));

const record = exampleRecord(
  examplePass(collectSimulated({ operations: [exampleOperation('heap/malloc', 146, 40)] })),
);
const tool = 'cyclescope 0.1.0';
const RECORDING = { name: 'recording.SVDat', bytes: Uint8Array.of(1, 2, 3) };

const packArchive = (value: object, name = RECORDING.name) =>
  pack(
    [
      { name: 'run.json', bytes: new TextEncoder().encode(JSON.stringify(value)) },
      { ...RECORDING, name },
    ],
    tool,
  );

/** A run whose id, and whose recording, have names of that many letters. */
function long(length: number): Uint8Array {
  const name = `${'x'.repeat(length)}.SVDat`;
  const passes = record.passes.map((pass) => ({ ...pass, recording: name }));
  return packArchive(
    { ...record, id: `20261120T221500Z-${'x'.repeat(length)}-1a2b`, passes },
    name,
  );
}

let cases = 0;

/** An archive is opened into its own folder or refused with a reason, and nothing else is written. */
async function isOpenedOrRefused(bytes: Uint8Array): Promise<void> {
  const own = join(folder, String(cases++));
  const [file, runsFolder] = [join(own, 'x.cyclescope'), join(own, 'runs')];
  await mkdir(own);
  await writeFile(file, bytes);
  try {
    const { folder: opened } = await openArchive(file, { runsFolder, isChosenFolder: true });
    expect(dirname(opened)).toBe(runsFolder);
    expect(await readdir(runsFolder)).toEqual([opened.slice(runsFolder.length + 1)]);
  } catch (error) {
    expect(error).toBeInstanceOf(EngineError);
    expect(existsSync(runsFolder) ? readdirSync(runsFolder) : []).toEqual([]);
  }
  expect((await readdir(own)).filter((name) => name !== 'runs')).toEqual(['x.cyclescope']);
  await rm(own, { recursive: true });
}

fuzz(
  'an exported run is opened or refused',
  fc.oneof(
    garbleJson(record).map((value) => packArchive(value)),
    garbleBytes(packArchive(record)),
    fc.nat(400).map(long),
  ),
  isOpenedOrRefused,
  [long(255), long(4_000)],
);
