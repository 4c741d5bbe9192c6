import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Fields } from '../base';
import { bench } from '../engine/testing/benches';
import { fakeAgent } from '../engine/testing/fake-agent';
import { fakeTarget, putImage } from '../engine/testing/fake-target';
import { formatRunProfile } from '../profile';
import { sampleRunProfile } from '../profile/testing';
import { exampleText } from '../runs/imports/testing/texts';
import { readRunRecord } from '../runs/record/read';
import { formatRunRecord, type OperationRecord } from '../runs/record/record';
import { digestSources } from '../toolchain/images';
import { call } from './testing/context';

const benches = [bench('heap', 'malloc'), bench('heap', 'free')];
const { target } = fakeTarget(() => fakeAgent(benches));
const zephyr = 'published:nxp-zephyr-linux/average/zephyr-rt1050';
const linux = 'published:nxp-zephyr-linux/average/linux-imx6ul';

let cwd = '';
const run = (line: string) => call(line.split(' '), { cwd, targets: [target] });

beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'cli-runs-'));
  await putImage(join(cwd, '.cyclescope', 'agent'), 'headline', benches);
  await run('run --target fake --out first');
  await run('run --target fake');
  await writeFile(join(cwd, 'board.log'), exampleText('latency-measure'));
  await writeFile(join(cwd, 'hello.txt'), 'hello');
});
afterAll(() => rm(cwd, { recursive: true }));

describe('with --json', () => {
  it.each([
    ['compare latest:fake latest:fake', 0, { columns: [{ source: 'measured' }, {}], facts: [] }],
    [`compare ${zephyr} ${linux}`, 0, { columns: [{ source: 'published' }, {}] }],
    [`compare ${zephyr} ${linux} --fail-on regressed`, 4, { gate: { outcome: 'inconclusive' } }],
    ['compare latest:fake latest:fake --fail-on regressed', 0, { gate: { outcome: 'ok' } }],
    [`compare ${zephyr} ${linux} --for-bisect`, 125, { gate: { outcome: 'inconclusive' } }],
    ['compare latest:fake latest:fake --for-bisect', 0, { gate: { outcome: 'ok' } }],
    ['compare latest:fake nothing --for-bisect', 128, { error: { code: 'unknown-run' } }],
    ['compare latest:fake latest:fake --for-bisct --for-bisect', 128, { error: { code: 'usage' } }],
    ['compare latest:fake latest:fake --fail-on slower', 2, { error: { code: 'usage' } }],
    ['compare latest:fake latest:fake --delta 0%', 0, { facts: [] }],
    ['compare latest:fake latest:fake --delta x', 2, { error: { code: 'usage' } }],
    ['compare latest:fake latest:fake --format mx', 2, { error: { hint: /"md"/ } }],
    ['compare', 2, { error: { code: 'usage' } }],
    ['compare latest:fake', 2, { error: { code: 'unknown-run', hint: /--pin/ } }],
    [`compare latest:fake ${zephyr}x`, 2, { error: { code: 'unknown-run', hint: RegExp(zephyr) } }],
    [
      'compare latest:fake published:nxp-zephyr-linux/average/difference',
      2,
      { error: { code: 'bad-value' } },
    ],
    ['import board.log', 0, { imported: { format: 'latency-measure' } }],
    ['import hello.txt', 1, { error: { message: /Known formats: .*Zephyr sched/ } }],
    ['import missing', 1, { error: { code: 'unreadable' } }],
    ['import board.log --format schd', 2, { error: { hint: /"sched"/ } }],
    ['import board.log --format sched', 1, { error: { message: /no results/ } }],
    ['export latest:fake -o a.cyclescope', 0, { files: ['run.json', 'recording.SVDat'] }],
    ['export latest:fake -o -', 2, { error: { code: 'usage' } }],
    ['export nothing', 2, { error: { code: 'unknown-run' } }],
    ['open hello.txt', 1, { error: { message: /not an exported run/ } }],
    ['open missing', 1, { error: { code: 'unreadable' } }],
    ['report latest:fake -o - --format gha', 0, { format: 'gha' }],
    ['report latest:fake -o - --board-card', 2, { error: { message: /board-card/ } }],
    ['report latest:fake -o -', 0, { format: 'json', report: { runs: [{ status: 'complete' }] } }],
    ['explain latest:fake', 1, { error: { code: 'unreadable', hint: /--trace/ } }],
    ['profile latest:fake --stored', 1, { error: { code: 'unreadable', hint: /--profile/ } }],
    ['report latest:fake -o - --board-card --format csv', 2, { error: { code: 'usage' } }],
    [`report ${zephyr} -o -`, 2, { error: { code: 'usage' } }],
  ])('%s prints a single document', async (line, code, expected) => {
    const done = await run(`${line} --json`);
    expect(done.json()).toMatchObject({ schema: 1, ...matching(expected) });
    expect(done.code).toBe(code);
  });
});

describe('compare', () => {
  it('prints a table for people, and Markdown on request', async () => {
    const { out } = await run('compare latest:fake latest:fake');
    expect(out).toMatch(/^2 operations: 2 unchanged/m);
    const markdown = await run(
      'compare latest:fake latest:fake --format md --fail-on regressed=5%',
    );
    expect(markdown.out).toMatch(/^# [^]*\| `heap\/malloc` \|[^]*Gate regressed=5%: ok\./);
  });

  it('fails with its own exit code if an operation became slower', async () => {
    const slower = await slowerCopy();
    const line = `compare latest:fake ${slower} --fail-on regressed`;
    const { code, out } = await run(line);
    expect([code, out]).toEqual([3, expect.stringMatching(/Gate regressed: failed\.\n.*heap/)]);
    expect((await run(`${line}=150%`)).code).toBe(0);
    expect((await run(`compare ${slower} latest:fake --fail-on regressed`)).code).toBe(0);
    expect((await run(`compare latest:fake ${slower} --for-bisect`)).code).toBe(1);
    expect((await run(`compare ${slower} latest:fake --fail-on changed --for-bisect`)).code).toBe(
      1,
    );
  });

  it('uses the pinned run as the baseline of a single one', async () => {
    const [id = ''] = await readdir(join(cwd, 'first'));
    expect(await run(`compare --pin first/${id}`)).toMatchObject({ code: 0, out: '' });
    const { json } = await run('compare latest:fake --json');
    expect(json()).toMatchObject({ columns: [{ id }, {}] });
    expect((await run('report baseline -o -')).out).toContain(id);
  });
});

describe('import', () => {
  it('keeps the source, lists what it found, and marks the run as imported', async () => {
    const { out, err } = await run('import board.log --out kept');
    expect(out).toMatch(/^5 operations imported from Zephyr latency_measure \(board\.log\)/);
    expect(err).toBe('');
    const [id = ''] = await readdir(join(cwd, 'kept'));
    expect(id).toMatch(/^\d{8}T\d{6}Z-imported-[0-9a-f]{4}$/);
    expect(await readFile(join(cwd, 'kept', id, 'source.txt'), 'utf8')).toBe(
      exampleText('latency-measure'),
    );
    expect((await run(`report kept/${id} -o -`)).out).toContain('Imported by cyclescope');
  });

  it('stores no run if nothing was recognised', async () => {
    await run('import hello.txt --out none');
    expect(await readdir(join(cwd, 'none')).catch(() => [])).toEqual([]);
  });
});

describe('export --format', () => {
  it('writes the profile of a run for other tools', async () => {
    const folder = ((await run('export latest:fake -o c.cyclescope --json')).json() as Fields)[
      'run'
    ];
    const path = join(cwd, '.cyclescope', 'runs', String(folder), 'profile.json');
    expect(await run('export latest:fake --format collapsed -o -')).toMatchObject({
      code: 1,
      err: expect.stringMatching(/has no profile\.[^]*cyclescope profile/),
    });
    const manifest = join(cwd, '.cyclescope', 'agent', target.id, 'headline', 'manifest.json');
    const text = await readFile(manifest, 'utf8');
    const image = (JSON.parse(text) as { readonly sha256: string }).sha256;
    const sample = { ...sampleRunProfile(), image };
    await writeFile(path, formatRunProfile(sample));
    const { out } = await run('export latest:fake --format collapsed --bench mutex -o -');
    expect(out).toContain('mutex/lock;take;raise 5\n');
    expect(await run('export latest:fake --format pprof -o -')).toMatchObject({ code: 2 });
    expect(await run('export latest:fake --format collapsed -o - --json')).toMatchObject({
      code: 2,
    });
    expect(await run('export latest:fake --bench mutex')).toMatchObject({ code: 2 });
    expect(await run('export latest:fake --format cpuprofile --bench heap')).toMatchObject({
      code: 2,
      err: expect.stringMatching(/no operation that matches heap.*[^]*It has mutex\/lock\./),
    });
    const written = (await run('export latest:fake --format pprof --json')).json() as Fields;
    expect(written).toMatchObject({ format: 'pprof', operations: ['mutex/lock'] });
    expect((await readFile(String(written['file']))).length).toBeGreaterThan(100);
    expect(await run('profile latest:fake --bench nothing')).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringMatching(/no operation that matches nothing.*[^]*It has mutex\/lock\./),
    });
    const tree = await run('profile latest:fake --show tree');
    expect(tree.out).toMatch(/ 1\.0 {4}enter\n/);
    const lines = 'profile latest:fake --show lines';
    expect((await run(lines)).out).toMatch(/\/src\/a\.c \(not on this computer\)\n/);
    // A folder that the user names has them, however new they are here.
    await mkdir(join(cwd, 'copy'));
    await writeFile(join(cwd, 'copy', 'a.c'), 'a\tb\n'.repeat(1000));
    const mapped = await run(`${lines} --source-map /nowhere=. --source-map /src=copy`);
    expect(mapped.out).toContain(`  ${join(cwd, 'copy', 'a.c')}\n`);
    expect(mapped.out).toContain('  a   b\n');
    expect(await run(`${lines} --source-map copy`)).toMatchObject({
      code: 2,
      err: expect.stringContaining('--source-map copy is not FROM=FOLDER.'),
    });
    const problem = 'mutex/lock: no sample of it was taken';
    const empty = { ...sample, operations: [], problems: [problem] };
    await writeFile(path, formatRunProfile(empty));
    expect(await run('profile latest:fake')).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringContaining(problem),
    });
    const source = join(cwd, 'a.c');
    await writeFile(source, 'first\n'.repeat(1000));
    const { code } = sample;
    const profile = formatRunProfile({ ...sample, code: { ...code, files: [source] } });
    await writeFile(path, profile.replace(image, '0'.repeat(64)));
    expect(await run('profile latest:fake')).toMatchObject({
      code: 1,
      err: expect.stringMatching(/The profile is of image 000000000000, but[^]*Delete the file/),
    });
    // Where no build has digests of the sources, their times decide.
    await rm(manifest);
    await writeFile(path, profile);
    const changed = await run('profile latest:fake --show lines');
    expect(changed.out).toContain('a.c (changed since it was measured)\n');
    expect(changed.out).not.toContain('first');
    await utimes(source, 0, 0);
    expect((await run('profile latest:fake --show lines')).out).toContain('  first\n');
    // Where the build has a digest of the source, that decides, whatever the times are.
    const showLines = async (sources: Readonly<Record<string, string>>) => {
      await writeFile(manifest, JSON.stringify({ ...JSON.parse(text), sources }));
      return (await run('profile latest:fake --show lines')).out;
    };
    expect(await showLines({ 'a.c': '0'.repeat(64) })).toContain('(changed since it was measured)');
    await utimes(source, new Date(), new Date());
    expect(await showLines(await digestSources([source], cwd))).toContain('  first\n');
    // Objects of the package's sources name the folder that compiled them first.
    const inside = 'target-agent/families/mutex/mutex.c';
    const files = [`/elsewhere/${inside}`];
    await writeFile(path, formatRunProfile({ ...sample, code: { ...code, files } }));
    const place = resolve(import.meta.dirname, '../..', inside);
    expect((await run('profile latest:fake --show lines')).out).toContain(`  ${place}\n`);
    await writeFile(manifest, text);
    await rm(path);
  });
});

describe('export and open', () => {
  it('move a run to another folder, once', async () => {
    await run('export latest:fake -o b.cyclescope');
    expect((await run('open b.cyclescope --out other')).out).toMatch(/^Run stored in .*other/);
    expect(await run('open b.cyclescope --out other')).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^The same run is already in/),
    });
    const [id = ''] = await readdir(join(cwd, 'other'));
    expect((await run(`compare latest:fake other/${id}`)).out).toMatch(/2 unchanged/);
  });
});

describe('report', () => {
  it('writes images and samples beside a file, and nothing beside a device', async () => {
    await run('report latest:fake -o out.md');
    await run('report latest:fake -o out.csv --format csv');
    const written = (await readdir(cwd)).filter((name) => name.startsWith('out.'));
    expect(written.sort()).toEqual([
      'out.csv',
      'out.heap-free.svg',
      'out.heap-malloc.svg',
      'out.md',
      'out.samples.csv',
    ]);
    const { json } = await run('report latest:fake -o /dev/null --json');
    expect(json()).toMatchObject({ beside: [] });
  });
});

/** A run of twice the cost. */
async function slowerCopy(): Promise<string> {
  const [id = ''] = await readdir(join(cwd, 'first'));
  const text = await readFile(join(cwd, 'first', id, 'run.json'), 'utf8');
  const { record } = readRunRecord(text);
  if (record === undefined) throw new Error('no record');
  const double = (pairs: OperationRecord['quiet']): OperationRecord['quiet'] =>
    pairs.map(([value, count]) => [2 * value, count]);
  const passes = record.passes.map((pass) => ({
    ...pass,
    operations: pass.operations.map((operation) => ({
      ...operation,
      digest: 'other',
      quiet: double(operation.quiet),
      ticked: double(operation.ticked),
      batches: { ...operation.batches, elapsed: operation.batches.elapsed.map((each) => 2 * each) },
    })),
  }));
  await mkdir(join(cwd, 'slower'), { recursive: true });
  await writeFile(join(cwd, 'slower', 'run.json'), formatRunRecord({ ...record, passes }));
  return './slower';
}

/** Expected values in which a pattern replaces the texts that it matches. */
function matching(expected: object): object {
  return Object.fromEntries(
    Object.entries(expected).map(([key, value]: [string, unknown]) => {
      if (value instanceof RegExp) return [key, expect.stringMatching(value)];
      const isPlain = typeof value === 'object' && value !== null && !Array.isArray(value);
      return [key, isPlain ? matching(value) : value];
    }),
  );
}

describe('explain', () => {
  const samples = fileURLToPath(new URL('../../media/sample', import.meta.url));
  const explain = async (...words: string[]) => {
    const names = await readdir(samples);
    const name = names.find((each) => each.includes('qemu-freertos-m7')) ?? '';
    return call(['explain', join(samples, name), ...words], { cwd, targets: [target] });
  };

  it('shows of what the slowest samples are made', async () => {
    const { out, code } = await explain('mutex/lock', '--top', '1');
    expect(code).toBe(0);
    expect(out).toMatch(
      /^mutex\/lock  \S+\n  sample \d+: [\d,]+ = [\d,]+ own( \+ .*)? instructions\n/,
    );
  });

  it('prints the same as JSON, whose parts add up', async () => {
    const { operations } = (await explain('heap', '--json')).json() as {
      operations: readonly {
        readonly name: string;
        readonly slowest: readonly {
          readonly elapsed: number;
          readonly parts: readonly { readonly amount: number }[];
        }[];
      }[];
    };
    expect(operations.map(({ name }) => name)).toEqual(['heap/malloc', 'heap/free']);
    for (const { slowest } of operations) {
      expect(slowest).toHaveLength(3);
      for (const { elapsed, parts } of slowest) {
        expect(parts.reduce((sum, { amount }) => sum + amount, 0)).toBeCloseTo(elapsed);
      }
    }
  });

  it('rejects operations that the run does not have', async () => {
    const { code, err } = await explain('queue/*');
    expect(code).toBe(2);
    expect(err).toContain('has no traced operation that matches queue/*.');
  });
});
