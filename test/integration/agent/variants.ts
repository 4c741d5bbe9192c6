import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AgentImage, ImageBuild } from '../../../extension/agent/manifest';
import { cSourcesFolder } from '../../../extension/toolchain/c-sources';
import { compilerVersion } from '../../../extension/toolchain/compiler';
import { makeImage } from '../../../extension/toolchain/image';
import type { Recipe } from '../../../extension/toolchain/recipe-types';
import { findRecipe } from '../../../extension/toolchain/recipe';
import { hashOurSources } from '../../../extension/toolchain/toolchain';
import { openWorkspace } from '../../../extension/toolchain/workspace';
import { temporaryFolder } from './temporary';

export const TARGET = 'qemu-freertos-m7';
export const root = join(import.meta.dirname, '../../..');

/** The differences of a variant from the shipped image. */
export interface Variant {
  readonly target?: string;
  readonly build?: ImageBuild;
  /** The size of the recorder's ring. */
  readonly ringBytes?: number;
  readonly userFiles?: readonly string[];
  readonly recipe?: (shipped: Recipe) => Recipe;
}

const BENCHMARK = /^target-agent\/(families|ports\/[^/]+\/native|parts\/cmsis-rtos2)\//;
const WHITE_PAPER = /\/families\/(heap|mutex|thread|context_switch)\/\1\.c$/;

/** The sources that the size of the ring is compiled into. */
const KNOWS_RING = /SEGGER_|\/stream\.c$/;

function withRing(shipped: Recipe, bytes: number): Recipe {
  const flags = [`-DSEGGER_SYSVIEW_RTT_BUFFER_SIZE=${bytes}`];
  const sources = shipped.sources.flatMap((group) =>
    group.files.map((file) =>
      KNOWS_RING.test(file)
        ? { ...group, files: [file], flags: [...(group.flags ?? []), ...flags] }
        : { ...group, files: [file] },
    ),
  );
  return { ...shipped, sources };
}

/** Without the benchmarks that no test of a variant runs: each variant is compiled from its sources. */
function small(shipped: Recipe): Recipe {
  const isKept = (file: string) => !BENCHMARK.test(file) || WHITE_PAPER.test(file);
  const sources = shipped.sources.map((group) => ({ ...group, files: group.files.filter(isKept) }));
  return { ...shipped, sources };
}

/** Builds an image with all the benchmarks that a package has, unlike other variants. */
export function buildWhole(target: string): Promise<AgentImage> {
  const recipe = findRecipe(target, root);
  if (recipe === undefined) throw new Error('no recipe');
  return buildVariant({ target, recipe: () => recipe });
}

/** Builds a variant of the shipped agent with a single difference and fewer benchmarks. */
export async function buildVariant(variant: Variant = {}): Promise<AgentImage> {
  const { target = TARGET, build = 'headline', ringBytes, userFiles = [] } = variant;
  const recipeOfTarget = findRecipe(target, root);
  if (recipeOfTarget === undefined) throw new Error(`no recipe for ${target}`);
  const shipped = small(recipeOfTarget);
  const sized = ringBytes === undefined ? shipped : withRing(shipped, ringBytes);
  const recipe = variant.recipe?.(sized) ?? sized;
  const folder = temporaryFolder('variant');
  const cSources = cSourcesFolder(root);
  const messages: string[] = [];
  const manifest = await makeImage(
    {
      recipe,
      build,
      packageFolder: root,
      cSources,
      cwd: root,
      userFiles,
      userHeaders: [],
      workspace: openWorkspace(root),
      compilerVersion: await compilerVersion(recipe.compiler),
      inputs: 'variant',
      objects: {
        folder: join(folder, 'objects'),
        // Objects that a variant shares with the shipped image are not compiled again.
        others: [join(root, 'build', 'objects', target, build)],
        basis: await hashOurSources(root),
        roots: [root, cSources],
      },
      onMessage: (text) => messages.push(text),
    },
    folder,
  ).catch((error: unknown) => {
    throw new Error(messages.join(''), { cause: error });
  });
  const path = join(folder, manifest.elf);
  return { manifest, path, elf: await readFile(path) };
}

/** The image as `cyclescope build` left it. */
export async function readShippedImage(build: ImageBuild, target = TARGET): Promise<AgentImage> {
  const folder = join(root, 'dist/agent', target, build);
  const manifest = JSON.parse(
    await readFile(join(folder, 'manifest.json'), 'utf8'),
  ) as AgentImage['manifest'];
  const path = join(folder, manifest.elf);
  return { manifest, path, elf: await readFile(path) };
}
