import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { formatRunProfile } from '../../profile';
import { exampleRunProfile, exampleSampledProfile } from '../../profile/stored/testing';
import {
  collectSimulated,
  exampleOperation,
  examplePass,
  exampleRecord,
} from '../../runs/record/testing/example';
import { readProfile } from '../profile';
import { resolveColumns } from './columns';

let folder = '';
const { id } = exampleRecord(examplePass(collectSimulated({ operations: [] })));
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'columns-'));
  await putRun(join(folder, 'runs', id));
  await putRun(join(folder, 'with+posix'));
});
afterEach(() => rm(folder, { recursive: true }));

async function putRun(run: string): Promise<void> {
  const names = ['mutex/lock', 'posix_mutex/lock'];
  const operations = names.map((name) => exampleOperation(name, 100, 10));
  await mkdir(run, { recursive: true });
  await writeFile(
    join(run, 'run.json'),
    JSON.stringify(exampleRecord(examplePass(collectSimulated({ operations })))),
  );
}

async function resolveSuites(reference: string) {
  const folders = { cwd: folder, runsFolder: join(folder, 'runs') };
  const [found] = await resolveColumns([reference], folders);
  const record = found?.column.kind === 'run' ? found.column.record : undefined;
  return [found?.label, record?.passes[0]?.operations.map(({ suite }) => suite)];
}

it.each([
  [id, 'qemu-freertos-m7', ['mutex', 'posix_mutex']],
  [`${id}+posix`, 'qemu-freertos-m7+posix', ['mutex']],
  ['latest+posix_mutex', 'qemu-freertos-m7+posix_mutex', ['mutex']],
  ['with+posix', 'qemu-freertos-m7', ['mutex', 'posix_mutex']],
])('%s', async (reference, label, suites) => {
  expect(await resolveSuites(reference)).toEqual([label, suites]);
});

it('has the profile of a run, but not of one with variants', async () => {
  await writeFile(join(folder, 'runs', id, 'profile.json'), formatRunProfile(exampleRunProfile()));
  const folders = { cwd: folder, runsFolder: join(folder, 'runs') };
  const columns = await resolveColumns([id, `${id}+posix`, 'with+posix'], folders);
  expect(columns.map(({ profile }) => profile?.profile?.target)).toEqual([
    'qemu-freertos-m7',
    undefined,
    undefined,
  ]);
});

it('refuses the profile of another image at the one place where profiles are read', async () => {
  const run = join(folder, 'runs', id);
  const profile = { ...exampleRunProfile(), image: 'cd'.repeat(32) };
  await writeFile(join(run, 'profile.json'), formatRunProfile(profile));
  const folders = { cwd: folder, runsFolder: join(folder, 'runs') };
  const [column] = await resolveColumns([id], folders);
  expect(column?.profile).toEqual({
    problem:
      'The profile is of image cdcdcdcdcdcd, but the run measured abababababab: it belongs to another run, or to another build of the agent.',
    hint: expect.stringMatching(/^Delete the file and profile the run again/),
  });
  await expect(readProfile(run)).rejects.toThrow(/profile\.json: The profile is of image cdcd/);
});

it('has the rate of a sampled profile that was taken later among its facts', async () => {
  const record = exampleRecord(examplePass(collectSimulated({ operations: [] })));
  const run = join(folder, 'runs', id);
  const folders = { cwd: folder, runsFolder: join(folder, 'runs') };
  const readRate = async (deterministic: boolean) => {
    const target = { ...record.target, deterministic };
    await writeFile(join(run, 'run.json'), JSON.stringify({ ...record, target }));
    const [found] = await resolveColumns([id], folders);
    if (found?.column.kind !== 'run') throw new Error('no run');
    return found.column.record.passes.map(({ facts }) => facts['sampling_rate']);
  };
  expect(await readRate(false)).toEqual([undefined]);
  const profile = { ...exampleSampledProfile(), image: record.passes[0]?.image.sha256 ?? '' };
  await writeFile(join(run, 'profile.json'), formatRunProfile(profile));
  const rate = profile.operations[0]?.sampled?.rate ?? 0;
  expect(await readRate(false)).toEqual([Math.round(rate).toString()]);
  expect(await readRate(true)).toEqual([undefined]);
});

it('a run beside itself with variants shows operations that have a twin', async () => {
  const folders = { cwd: folder, runsFolder: join(folder, 'runs') };
  const columns = await resolveColumns([id, `${id}+posix`], folders);
  const suites = columns.map(({ column }) =>
    column.kind === 'run' ? column.record.passes[0]?.operations.map(({ suite }) => suite) : [],
  );
  expect(suites).toEqual([['mutex'], ['mutex']]);
});

it.each([
  ['suites that are not there', `${id}+cmsis`, 'bad-value', /no suites that match "\+cmsis"/],
  ['a run that is not there', 'nothing+posix', 'unknown-run', /no run "nothing"/],
])('reports %s', async (_, reference, code, message) => {
  await expect(resolveSuites(reference)).rejects.toMatchObject({
    code,
    message: expect.stringMatching(message),
  });
});
