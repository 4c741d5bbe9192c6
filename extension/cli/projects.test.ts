import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { call } from './testing/context';

const SAMPLES = join(import.meta.dirname, '../../test/golden/projects');

let cwd = '';
const run = (...words: readonly string[]) => call(words, { cwd, targets: [] });

beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'cli-projects-'));
  for (const name of ['linux-logger', 'freertos-pump', 'zephyr-blinky']) {
    await cp(join(SAMPLES, name), join(cwd, name), { recursive: true });
  }
});
afterEach(() => rm(cwd, { recursive: true }));

async function everything(): Promise<Readonly<Record<string, string>>> {
  const entries = await readdir(cwd, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const texts = await Promise.all(
    files.map(async ({ parentPath, name }) => {
      const path = join(parentPath, name);
      return [path, await readFile(path, 'latin1')] as const;
    }),
  );
  return Object.fromEntries(texts.sort());
}

describe('add', () => {
  it('shows what was found and what would change, and changes nothing', async () => {
    const before = await everything();
    const { out, code } = await run('add', 'zephyr-blinky', '--dry-run');
    expect(out).toMatch(
      /^Zephyr application "blinky" in .*zephyr-blinky\n {2}board {2}frdm_k64f {2}CMakeLists\.txt:7\n/,
    );
    expect(out).toMatch(/--- \/dev\/null\n\+\+\+ b\/cyclescope\.conf\n/);
    expect(out).toMatch(/\n\+# >>> cyclescope\n[^]*\n\+# <<< cyclescope\n find_package\(Zephyr/);
    expect(out).toMatch(/\ncyclescope\/: \d+ files added, [\d,]+ bytes\nNothing was changed\.\n$/);
    expect([code, await everything()]).toEqual([0, before]);
  });

  it('needs consent', async () => {
    const before = await everything();
    const { err, code } = await run('add', 'linux-logger');
    expect([code, err]).toEqual([2, expect.stringMatching(/there is no terminal[^]*--yes/)]);
    expect(await everything()).toEqual(before);
  });

  it('makes the change once, and explains the next step', async () => {
    const { out, code } = await run('add', 'linux-logger', '--yes');
    expect([code, out]).toEqual([
      0,
      expect.stringMatching(/cyclescope run --project linux-logger\n$/),
    ]);
    const again = await run('add', 'linux-logger', '--yes');
    expect([again.code, again.out]).toEqual([
      0,
      expect.stringMatching(/There is nothing to change\.\n$/),
    ]);
  });

  it('asks which target, and uses the answer', async () => {
    const open = await run('add', 'freertos-pump', '--yes');
    expect([open.code, open.err]).toEqual([
      2,
      expect.stringMatching(/calibrate \(CMakeLists\.txt:13\), pump[^]*--answer target=/),
    ]);
    expect((await run('add', 'freertos-pump', '--yes', '--answer', 'target=pump')).code).toBe(0);
    const lists = await readFile(join(cwd, 'freertos-pump', 'CMakeLists.txt'), 'utf8');
    expect(lists).toContain('cyclescope_add_to(pump OS freertos');
  });

  it('prints the same as JSON', async () => {
    const { json, code } = await run('add', 'zephyr-blinky', '--yes', '--json');
    expect(json()).toMatchObject({
      project: { kind: 'zephyr', facts: [{ question: 'board', value: 'frdm_k64f' }] },
      changes: expect.arrayContaining([
        { file: 'CMakeLists.txt', change: 'changed' },
        { file: 'cyclescope.conf', change: 'added' },
      ]),
      remarks: [],
      made: true,
    });
    expect(code).toBe(0);
  });

  it('reports what it searched for if nothing is found', async () => {
    await rm(join(cwd, 'linux-logger', 'CMakeLists.txt'));
    const { err, code } = await run('add', 'linux-logger', '--dry-run');
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(/No supported project [^]*Cyclescope looks for/),
    ]);
  });
});

describe('remove', () => {
  it("restores the project and removes the agent's builds", async () => {
    const before = await everything();
    await run('add', 'zephyr-blinky', '--yes');
    const build = join(cwd, 'zephyr-blinky', 'build', 'cyclescope', 'headline');
    await cp(join(cwd, 'linux-logger'), build, { recursive: true });
    const { out, code } = await run('remove', 'zephyr-blinky', '--yes');
    expect([code, out]).toEqual([
      0,
      expect.stringMatching(/\ncyclescope\/: \d+ files removed\nThe agent was removed\.\n$/),
    ]);
    expect(await everything()).toEqual(before);
  });

  it('keeps and lists what the user changed there', async () => {
    await run('add', 'linux-logger', '--yes');
    const mine = join(cwd, 'linux-logger', 'cyclescope', 'mine.c');
    await writeFile(mine, 'mine');
    const { out } = await run('remove', 'linux-logger', '--yes');
    expect(out).toContain('cyclescope/mine.c is not from Cyclescope and stays.');
    expect(await readdir(join(cwd, 'linux-logger', 'cyclescope'))).toEqual(['mine.c']);
  });

  it('handles a dry run and a project without the agent', async () => {
    await run('add', 'linux-logger', '--yes');
    const before = await everything();
    expect((await run('remove', 'linux-logger', '--dry-run')).out).toMatch(
      /Nothing was changed\.\n$/,
    );
    expect(await everything()).toEqual(before);
    const { err, code } = await run('remove', 'zephyr-blinky', '--yes');
    expect([code, err]).toEqual([1, expect.stringMatching(/The agent is not in this project/)]);
  });
});
