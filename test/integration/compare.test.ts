import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readRunRecord } from '../../extension/runs/record/read';
import { inRoot } from '../../scripts/lib/paths.mjs';
import { buildVariant } from './agent/variants';
import { newWorkspace, startCli, type Workspace } from './cli-process';

const target = 'qemu-freertos-m7';
const published = 'published:nxp-zephyr-linux/average';
const seven = [
  'heap/malloc',
  'heap/free',
  'mutex/lock',
  'mutex/unlock',
  'thread/create',
  'thread/join',
  'context_switch/switch',
];

interface Outcome {
  readonly kind: string;
  readonly verdict?: string;
  readonly why?: string;
}

interface Document {
  readonly operations: readonly {
    readonly name: string;
    readonly cells: readonly ({ readonly unit: string } | null)[];
    readonly outcomes: readonly Outcome[];
  }[];
  readonly facts: readonly { readonly name: string; readonly matters: boolean }[];
  readonly shape: { readonly distances: readonly (number | null)[] };
}

let workspace: Workspace;
beforeAll(async () => {
  workspace = newWorkspace();
  const benches = seven.map((operation) => `--bench ${operation}`).join(' ');
  const chosen = `${benches} --iterations 1000`;
  const { code } = await call(`run --target ${target} ${chosen}`);
  expect(code).toBe(0);
  expect((await call(`run --target ${target} ${chosen}`)).code).toBe(0);
});
afterAll(() => workspace.remove());

const call = (line: string) => startCli(workspace, line).ended;

async function compare(line: string) {
  const { code, out } = await call(`compare ${line} --json`);
  return { code, document: JSON.parse(out) as Document };
}

describe('two runs of the emulated target', () => {
  test('are unchanged in every operation, and pass the gate', async () => {
    const { code, document } = await compare('latest~1 latest --fail-on regressed');
    expect(code).toBe(0);
    expect(document.operations.map(({ name }) => name)).toEqual(expect.arrayContaining(seven));
    for (const { name, outcomes } of document.operations) {
      expect([name, outcomes]).toMatchObject([name, [{ kind: 'judged', verdict: 'unchanged' }]]);
    }
    expect(document.facts.filter(({ matters }) => matters)).toEqual([]);
  });

  test('have no ratio to published cycles, only a shape', async () => {
    const { code, document } = await compare(
      `latest ${published}/zephyr-rt1050 ${published}/linux-imx6ul --fail-on regressed`,
    );
    expect(code).toBe(4);
    for (const { name, cells, outcomes } of document.operations) {
      if (!seven.includes(name)) continue;
      expect(cells.map((cell) => cell?.unit)).toEqual(['instructions', 'cycles', 'cycles']);
      for (const { kind, why } of outcomes) {
        expect([kind, why]).toEqual(['not comparable', expect.stringMatching(/only the shape/)]);
      }
    }
    for (const distance of document.shape.distances) expect(distance).toBeGreaterThanOrEqual(1);
  });

  test('are the same after an export and import', async () => {
    expect((await call('export latest -o mailed.cyclescope')).code).toBe(0);
    expect((await call('open mailed.cyclescope --out received')).code).toBe(0);
    const [id = ''] = readdirSync(join(workspace.folder, 'received'));
    const { document } = await compare(`latest received/${id}`);
    for (const { outcomes } of document.operations) {
      expect(outcomes).toMatchObject([{ verdict: 'unchanged' }]);
    }
    const decoded = await call(`decode received/${id}/recording.SVDat --json`);
    expect(decoded.code).toBe(0);
  });
});

describe('two agents in turns', () => {
  const elf = (agent: string) => join(inRoot('dist', 'agent'), agent, 'headline', 'agent.elf');

  test('are compared exactly on an emulated target, each measured once', async () => {
    const files = `${elf(target)} ${elf(target)}`;
    const { code, document } = await compare(
      `--interleave ${files} --target ${target} --bench mutex --bench thread --fail-on regressed=0%`,
    );
    expect(code).toBe(0);
    const outcomes = document.operations.flatMap((operation) => operation.outcomes);
    const judged = outcomes.filter(({ kind }) => kind === 'judged');
    expect(judged.length).toBeGreaterThan(4);
    for (const outcome of judged) expect(outcome).toMatchObject({ verdict: 'unchanged' });
  });

  test('name the functions that make the difference if they have profiles', async () => {
    const { path } = await buildVariant({
      recipe: (shipped) => {
        const sources = shipped.sources.flatMap((group) =>
          group.files.map((file) => {
            const more = file.endsWith('/heap_4.c') ? ['-fno-inline'] : [];
            return { ...group, files: [file], flags: [...(group.flags ?? []), ...more] };
          }),
        );
        return { ...shipped, sources };
      },
    });
    const options = `--target ${target} --bench heap/free --iterations 50`;
    const licence = '--accept-license qemu-plugin';
    const line = `compare --interleave ${elf(target)} ${path} ${options} --profile ${licence}`;
    const { code, out, err } = await call(line);
    expect(code, err).toBe(0);
    expect(out).toContain('prvInsertBlockIntoFreeList (no longer inlined)');
  });

  test('are stored as two runs of the same repeats on this computer', async () => {
    const local = elf(`linux-${process.arch === 'arm64' ? 'arm64' : 'x86-64'}`);
    const { code, err } = await call(
      `compare --interleave ${local} ${local} --target local-linux --bench heap/malloc --repeat 4 --most 4`,
    );
    expect(code, err).toBe(0);
    const folders = [...err.matchAll(/^Run stored in (.*)$/gm)].map(([, folder = '']) => folder);
    const records = folders.map((folder) => {
      const text = readFileSync(join(folder, 'run.json'), 'utf8');
      return readRunRecord(text).record;
    });
    expect(records).toHaveLength(2);
    const repeats = records.map((record) => record?.passes[0]?.operations.map((op) => op.repeat));
    expect(repeats).toEqual([
      [0, 1, 2, 3],
      [0, 1, 2, 3],
    ]);
  });
});
