import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AgentImage, ImageBuild } from '../../../extension/core/agent/manifest';
import { cSourcesFolder } from '../../../extension/engine/build/c-sources';
import { compilerVersion } from '../../../extension/engine/build/compiler';
import { makeImage } from '../../../extension/engine/build/image';
import { type Recipe, recipeOf } from '../../../extension/engine/build/recipe';
import { temporaryFolder } from './temporary';

export const TARGET = 'qemu-freertos-m7';
export const root = join(import.meta.dirname, '../../..');

/** How a variant differs from the shipped image. */
export interface Variant {
  readonly build?: ImageBuild;
  readonly defines?: readonly string[];
  readonly userFiles?: readonly string[];
  readonly recipe?: (shipped: Recipe) => Recipe;
}

const BENCHMARK = /^target-agent\/(benches|ports\/[^/]+\/native|ports\/cmsis-rtos2)\//;
const WHITE_PAPER = /\/benches\/(heap|mutex|thread|context_switch)\.c$/;

/** Without the benchmarks that no test of a variant runs: each variant is compiled from its sources. */
function small(shipped: Recipe): Recipe {
  const isKept = (file: string) => !BENCHMARK.test(file) || WHITE_PAPER.test(file);
  const sources = shipped.sources.map((group) => ({ ...group, files: group.files.filter(isKept) }));
  return { ...shipped, sources };
}

/** Builds an agent that differs from the shipped one in a single thing, and has fewer benchmarks. */
export async function buildVariant(variant: Variant = {}): Promise<AgentImage> {
  const recipeOfTarget = recipeOf(TARGET);
  if (recipeOfTarget === undefined) throw new Error(`no recipe for ${TARGET}`);
  const shipped = small(recipeOfTarget);
  const { build = 'headline', defines = [], userFiles = [] } = variant;
  const changed = variant.recipe?.(shipped) ?? shipped;
  const recipe = {
    ...changed,
    defines: (of: ImageBuild) => [...changed.defines(of), ...defines],
  };
  const folder = temporaryFolder('variant');
  const messages: string[] = [];
  const manifest = await makeImage(
    {
      recipe,
      build,
      packageFolder: root,
      cSources: cSourcesFolder(root),
      cwd: root,
      userFiles,
      userHeaders: [],
      compilerVersion: await compilerVersion(recipe.compiler),
      inputs: 'variant',
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
export async function shippedImage(build: ImageBuild, target = TARGET): Promise<AgentImage> {
  const folder = join(root, 'dist/agent', target, build);
  const manifest = JSON.parse(
    await readFile(join(folder, 'manifest.json'), 'utf8'),
  ) as AgentImage['manifest'];
  const path = join(folder, manifest.elf);
  return { manifest, path, elf: await readFile(path) };
}
