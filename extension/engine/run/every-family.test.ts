import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { boardTarget } from '../../targets';
import { bench } from '../testing/benches';
import { exampleSpec } from '../testing/stage-run';
import { findLacking, withEveryFamily } from './every-family';

const IMAGE = 'ram-cortex-m4f';
const { signal } = new AbortController();
const benches = [bench('heap', 'malloc'), bench('mutex', 'lock')];

let base: string;
beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'every-family-'));
});
afterEach(() => rm(base, { recursive: true }));

/** A chip with 48 KB, and a package with its ready-made image. */
async function stage(patterns: readonly string[]) {
  const folder = await mkdtemp(join(base, 'package-'));
  const agents = join(folder, 'dist', 'agent');
  const image = join(agents, IMAGE, 'headline');
  await mkdir(image, { recursive: true });
  await symlink(join(import.meta.dirname, '../../../target-agent'), join(folder, 'target-agent'));
  const manifest = {
    schema: 1,
    target: IMAGE,
    build: 'headline',
    elf: 'agent.elf',
    sha256: '0'.repeat(64),
    hooks: 0,
    inputs: '',
    compiler: 'cc 1',
    flags: '',
    benches,
    components: [],
  };
  await writeFile(join(image, 'manifest.json'), JSON.stringify(manifest));
  const target = boardTarget({
    id: 'board:desk',
    title: 'Desk',
    source: 'this test',
    server: { kind: 'openocd', configFiles: [], commands: [] },
    images: { kind: 'named', name: IMAGE },
    bare: { chip: 'STM32F410' },
    ram: [{ start: 0x2000_0000, end: 0x2000_c000 }],
    namesPrograms: false,
    gaps: [],
  });
  const places = [
    { folder: join(base, '.cyclescope', 'agent'), origin: 'built' as const, sources: base },
    { folder: agents, origin: 'shipped' as const },
  ];
  const onMessage = vi.fn<(text: string) => void>();
  const spec = { ...exampleSpec(base), patterns, places };
  return { target, onMessage, choose: () => withEveryFamily(target, spec, { onMessage, signal }) };
}

test('finds the families that are asked for and not there', () => {
  const families = ['heap', 'queue', 'timer'];
  expect(findLacking(['queue/send', 't*'], benches, families)).toEqual(['queue', 'timer']);
  expect(findLacking(['heap', 'heap/lock', 'nothing'], benches, families)).toEqual([]);
});

test('keeps the ready-made image where it has what is asked for', async () => {
  for (const patterns of [[], ['mutex'], ['heap/*'], ['nonsense']]) {
    const { target, choose, onMessage } = await stage(patterns);
    expect(await choose()).toBe(target);
    expect(onMessage).not.toHaveBeenCalled();
  }
});

test('refuses a family for which there is too little RAM, with numbers', async () => {
  const { choose } = await stage(['queue']);
  await expect(choose()).rejects.toMatchObject({
    code: 'refused',
    message: expect.stringMatching(
      /lacks queue\. It takes 96 KB of RAM, and this chip has 48 KB\./,
    ),
  });
});

test('measures what is there where a pattern matches that as well', async () => {
  const { target, choose, onMessage } = await stage(['*']);
  expect(await choose()).toBe(target);
  expect(onMessage).toHaveBeenCalledWith(
    expect.stringMatching(/^Measured without every family: .* lacks .*queue.* has 48 KB\./),
  );
});
