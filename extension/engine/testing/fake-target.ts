import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Bench, ImageBuild, ImageManifest } from '../../agent/manifest';
import type { Target } from '../../targets/target';
import { type FakeAgent, type FakeLink, fakeLink } from './fake-link';

/** A target in this process; `links` are those that were opened. */
export function fakeTarget(makeAgent: (build: ImageBuild) => FakeAgent) {
  const links: FakeLink[] = [];
  const target: Target = {
    id: 'fake',
    title: 'A fake target',
    deterministic: true,
    requirements: () => Promise.resolve([{ name: 'nothing', found: '1.0', remedy: '' }]),
    open: ({ manifest }) => {
      const link = fakeLink(makeAgent(manifest.build));
      links.push(link);
      return Promise.resolve(link);
    },
  };
  return { target, links };
}

/** The load of a computer at successive readings: 1.00, 2.00 and so on, with ten times as much stolen time. */
export function makeRisingLoad(): NonNullable<Target['conditions']> {
  let readings = 0;
  return () => {
    readings += 1;
    const lines = [`${readings}.00 1.00 1.00 2/310 4711`, `cpu  1 0 2 9 1 0 0 ${readings} 0 0`];
    return Promise.resolve(lines.join('\n'));
  };
}

/** Writes an image for the fake target into an agents' folder. */
export async function putImage(
  agents: string,
  build: ImageBuild,
  benches: readonly Bench[],
  more: Partial<ImageManifest> = {},
): Promise<void> {
  const folder = join(agents, 'fake', build);
  const elf = Buffer.from(`${build} image`);
  const manifest: ImageManifest = {
    schema: 1,
    target: 'fake',
    build,
    elf: 'agent.elf',
    sha256: createHash('sha256').update(elf).digest('hex'),
    hooks: build === 'traced' ? 1 : 0,
    inputs: '',
    compiler: 'cc 1',
    flags: '-O2',
    benches,
    components: [],
    ...more,
  };
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'agent.elf'), elf);
  await writeFile(join(folder, 'manifest.json'), JSON.stringify(manifest));
}
