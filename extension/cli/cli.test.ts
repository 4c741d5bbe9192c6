import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EngineError, TargetError } from '../base';
import { bench } from '../engine/testing/benches';
import { fakeAgent } from '../engine/testing/fake-agent';
import { fakeTarget, putImage } from '../engine/testing/fake-target';
import { call } from './testing/context';

const benches = [bench('heap', 'malloc'), bench('heap', 'free')];
const { target } = fakeTarget(() => fakeAgent(benches));
const sick = fakeTarget(() => fakeAgent(benches, { loses: 1 }));

let cwd = '';
/** The folder of a run of heap/malloc. */
let kept = '';
const run = (line: string, targets = [target]) => {
  const words = line === '' ? [] : line.split(' ');
  return call(words, { cwd, targets });
};

beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'cli-'));
  await putImage(join(cwd, '.cyclescope', 'agent'), 'headline', benches);
  const { json } = await run('run --target fake --bench heap/malloc --json');
  kept = (json() as { folder: string }).folder;
});
afterAll(() => rm(cwd, { recursive: true }));

const MALLOC = expect.objectContaining({ suite: 'heap', op: 'malloc' }) as object;

describe('with --json', () => {
  it.each([
    ['targets', 0, { targets: [{ id: 'fake', missing: [] }] }],
    ['doctor', 0, { ready: true, targets: [{ target: 'fake' }] }],
    ['list --target fake', 0, { target: 'fake', image: { origin: 'built' }, benches }],
    ['report latest -o -', 0, { format: 'json', report: { runs: [{ operations: [MALLOC] }] } }],
    ['help run', 0, { help: expect.stringMatching(/--iterations N/) }],
    ['--version', 0, { version: expect.stringMatching(/^\d/) }],
    [
      'run --target fake --bench heap/free',
      0,
      { status: 'complete', operations: [{ op: 'free' }] },
    ],
    ['lsit', 2, { error: { code: 'usage', hint: 'Did you mean "list"?' } }],
    ['list --target fkae', 2, { error: { code: 'unknown-target', hint: 'Did you mean "fake"?' } }],
    ['list --traget fake', 2, { error: { code: 'usage', hint: 'Did you mean "--target"?' } }],
    ['run --target fake --bench heap/fre', 2, { error: { hint: 'Did you mean "heap/free"?' } }],
    ['run --target fake --set a=1', 2, { error: { code: 'unknown-parameter' } }],
    ['run --target fake --iterations 0', 2, { error: { code: 'usage' } }],
    ['run --target fake --trace', 1, { error: { code: 'no-image' } }],
    ['report nothing -o -', 2, { error: { code: 'unknown-run' } }],
    ['report latest --format mdd -o -', 2, { error: { hint: 'Did you mean "md"?' } }],
    ['report latest -o missing/file', 1, { error: { code: 'not-writable' } }],
    ['decode missing', 1, { error: { code: 'unreadable' } }],
  ])('%s prints a single document', async (line, code, expected) => {
    const done = await run(`${line} --json`);
    expect(done.json()).toMatchObject({ schema: 1, ...expected });
    expect(done.code).toBe(code);
  });
});

describe('doctor', () => {
  it('lists what is missing and how to get it, and fails', async () => {
    const requirements = () =>
      Promise.resolve([{ name: 'tool', found: undefined, remedy: 'install tool' }]);
    const { code, out } = await run('doctor', [{ ...target, requirements }]);
    expect([code, out]).toEqual([1, expect.stringMatching(/missing  tool\n.*install tool/)]);
  });

  it('reports a target without an image', async () => {
    const { code, out } = await run('doctor', [{ ...target, id: 'other' }]);
    expect([code, out]).toEqual([1, expect.stringMatching(/cyclescope build --target other/)]);
  });
});

describe('run', () => {
  it('prints the table and the path of the run', async () => {
    const { out, code } = await run('run --target fake');
    expect(out).toMatch(/heap\/malloc[^]*heap\/free[^]*Run stored in .*-fake-[0-9a-f]{4}\n$/);
    expect(code).toBe(0);
  });

  it.each([
    ['run --target fake', 'End it. To wait until it is free, add --wait 600.'],
    ['run --target fake --wait 1', 'End it.'],
  ])('%s suggests waiting for a target in use', async (line, hint) => {
    const inUse = () => Promise.reject(new TargetError('busy', 'fake is in use', 'End it.'));
    const { json } = await run(`${line} --json`, [{ ...target, open: inUse }]);
    expect(json()).toMatchObject({ error: { code: 'busy', hint } });
  });

  it.each([
    ['run', 'Build. To measure the older image, add --stale.'],
    ['run --stale', 'Build.'],
  ])('%s suggests the older image after a failed build', async (line, hint) => {
    const rejectOldImage = () =>
      Promise.reject(new EngineError('old-image', 'It is older.', 'Build.'));
    const { json } = await run(`${line} --target fake --json`, [
      { ...target, open: rejectOldImage },
    ]);
    expect(json()).toMatchObject({ error: { code: 'old-image', hint } });
  });

  it('fails and reports it if values were lost', async () => {
    const { code, err, json } = await run('run --target fake --json', [sick.target]);
    expect(json()).toMatchObject({ status: 'failed' });
    expect([code, err]).toEqual([1, expect.stringMatching(/The run is failed/)]);
  });

  it('of several targets fails if one of them was not measured, and keeps the others', async () => {
    const line = 'run --target fake --target other --bench heap/free';
    const targets = [target, { ...target, id: 'other' }];
    const { code, json, err } = await run(`${line} --json`, targets);
    expect(code).toBe(1);
    expect(json()).toMatchObject({
      runs: [{ status: 'complete', target: { id: 'fake' } }],
      errors: [{ code: 'no-image' }],
    });
    expect(err).toContain('other');
    const twice = await run('run --target fake --target fake');
    expect([twice.code, twice.err]).toEqual([2, expect.stringContaining('given twice')]);
  });

  it('stores the run in the given folder', async () => {
    const { code } = await run('run --target fake --out chosen');
    const [id = ''] = await readdir(join(cwd, 'chosen'));
    expect([code, (await readdir(join(cwd, 'chosen', id))).length]).toEqual([0, 3]);
    expect((await run(`report chosen/${id} -o -`)).out).toContain(id);
    const record = await readFile(join(cwd, 'chosen', id, 'run.json'), 'utf8');
    expect(JSON.parse(record)).toMatchObject({
      command: 'cyclescope run --target fake --out chosen',
    });
  });
});

describe('decode', () => {
  it('prints the contents of a recording as text and as JSON', async () => {
    const file = join(kept, 'recording.SVDat');
    expect((await run(`decode ${file}`)).out).toMatch(/Core 0: [^]*heap\/malloc/);
    expect((await run(`decode ${file} --json`)).json()).toMatchObject({
      file,
      cores: [{ core: 0, overflowEvents: 0, lostPackets: 0, trailingBytes: 0, problems: [] }],
      runs: [{ suite: 'heap', status: 'ok', operations: [{ op: 'malloc', decoded: 1000 }] }],
      problems: [],
    });
  });

  it('prints as many events as it reports', async () => {
    const file = join(kept, 'recording.SVDat');
    const { json } = await run(`decode ${file} --events --json`);
    const { events, cores } = json() as { events: unknown[]; cores: { events: number }[] };
    expect(events).toHaveLength(cores[0]?.events ?? -1);
    const lines = (await run(`decode ${file} --events`)).out.trimEnd().split('\n');
    expect(lines).toHaveLength(events.length);
  });

  it('prints the readable part of a damaged file, and its problems', async () => {
    const damaged = join(cwd, 'damaged.SVDat');
    const bytes = await readFile(join(kept, 'recording.SVDat'));
    await writeFile(damaged, bytes.subarray(0, bytes.length - 700));
    const { code, json } = await run(`decode ${damaged} --json`);
    expect(code).toBe(0);
    expect(json()).toMatchObject({ runs: [{ status: 'incomplete' }] });
  });

  it.each(['', ' --events'])('rejects a file without events%s', async (option) => {
    await writeFile(join(cwd, 'junk'), 'no recording at all');
    const { code, json } = await run(`decode junk --json${option}`);
    expect([code, json()]).toEqual([1, expect.objectContaining({ schema: 1 })]);
    expect(json()).toMatchObject({ error: { code: 'unreadable' } });
  });
});

describe('report', () => {
  it('writes a file, and reports that a newer record is newer', async () => {
    expect((await run('report latest:fake -o report.md')).code).toBe(0);
    expect(await readFile(join(cwd, 'report.md'), 'utf8')).toMatch(/heap\/malloc/);
    await cp(kept, join(cwd, 'newer'), { recursive: true });
    await writeFile(join(cwd, 'newer', 'run.json'), '{"schema":99}');
    const { code, err } = await run('report ./newer -o -');
    expect([code, err]).toEqual([1, expect.stringMatching(/schema 99/)]);
  });
});

describe('help', () => {
  it.each(['', 'help', '--help'])('"%s" lists every command', async (line) => {
    const { out, code } = await run(line);
    for (const name of ['targets', 'doctor', 'build', 'list', 'run', 'decode', 'report']) {
      expect(out).toMatch(new RegExp(`^  ${name} `, 'm'));
    }
    expect(code).toBe(0);
  });
});
