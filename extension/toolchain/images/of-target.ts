import type { ImageBuild } from '../../agent';
import { EngineError } from '../../base';
import { imagesOf, type Target } from '../../targets';
import { describeElf } from './elf-file';
import { findManifest, type FoundManifest, type ImagePlace } from './find';

/** Finds the image that a target runs: its own ELF file if it names one, or a stored image. */
export async function findImageOf(
  target: Pick<Target, 'id' | 'images' | 'elfs' | 'howToBuild'>,
  places: readonly ImagePlace[],
  build: ImageBuild,
): Promise<FoundManifest> {
  const { id, elfs, howToBuild } = target;
  if (!elfs) return findManifest(places, imagesOf(target), build, howToBuild);
  const path = elfs[build];
  if (path !== undefined) return describeElf(path, id, build);
  throw new EngineError('no-image', `No ${build} image is configured for ${id}.`, HINTS[build]);
}

const HINTS: Readonly<Record<ImageBuild, string>> = {
  headline: 'Name the ELF file of an agent with --elf FILE, or as "elf" in cyclescope.boards.',
  traced:
    'Name an ELF file with trace hooks with --traced-elf FILE, or as "tracedElf" in ' +
    'cyclescope.boards, or measure without a trace.',
};
