import { join } from 'node:path';
import { EngineError, TargetError } from '../base';
import type { Requirement } from '../host';
import { getImagesName, type Target } from '../targets';
import {
  CARGO_REMEDY,
  compilerVersion,
  cSourcesFolder,
  findTargetImage,
  hasCSources,
  type ImageFolder,
  type Recipe,
  findRecipe,
} from '../toolchain';

/** The requirements of one target, and which of them are met. */
export interface TargetReport {
  readonly target: string;
  readonly requirements: readonly Requirement[];
  /** Only needed to build images, not to run those that are there. */
  readonly forBuilding: readonly Requirement[];
  /** A run could start now. */
  readonly isReady: boolean;
  /** It only lacks an image that the user has to build: the installation is complete. */
  readonly isOptional?: boolean | undefined;
}

async function findBuildingNeeds(
  target: Target,
  packageFolder: string,
): Promise<readonly Requirement[]> {
  const recipe = target.elfs ? undefined : findRecipe(getImagesName(target), packageFolder);
  if (!recipe) return [];
  const compiler = await checkProgram(recipe.compiler);
  if (recipe.systemIncludes.length === 0) return [compiler];
  return [compiler, await checkCSources(recipe, packageFolder)];
}

async function checkProgram(name: string): Promise<Requirement> {
  try {
    const version = await compilerVersion(name);
    return { name, found: version.slice(name.length + 1), remedy: '' };
  } catch (error) {
    const hint = error instanceof EngineError ? error.hint : undefined;
    return { name, found: undefined, remedy: hint ?? String(error) };
  }
}

/** The third-party sources, or cargo, which fetches them. */
async function checkCSources(recipe: Recipe, packageFolder: string): Promise<Requirement> {
  const folder = cSourcesFolder(packageFolder);
  const name = "C sources of FreeRTOS and SEGGER's recorder";
  if (await hasCSources(recipe, folder)) return { name, found: folder, remedy: '' };
  const { found } = await checkProgram('cargo');
  return { name, found: found && `to be fetched by cargo ${found}`, remedy: CARGO_REMEDY };
}

/** The agent that a run would deploy, as a requirement of its target. */
export async function agentImage(
  target: Target,
  imageFolders: readonly ImageFolder[],
): Promise<Requirement> {
  const name = 'agent image';
  const isOwn = target.elfs !== undefined;
  const { howToBuild = `cyclescope build --target ${target.id}` } = target;
  const remedy = isOwn ? '' : howToBuild;
  try {
    const { folder, manifest } = await findTargetImage(target, imageFolders, 'headline');
    const path = isOwn ? join(folder, manifest.elf) : folder;
    target.check?.({ manifest, path });
    const needs = manifest.glibc === undefined ? '' : ` (needs glibc ${manifest.glibc} or newer)`;
    return { name, found: `${path}${needs}`, remedy };
  } catch (error) {
    if (error instanceof TargetError) {
      return { name, found: undefined, remedy: describeProblem(error) };
    }
    if (error instanceof EngineError) {
      return { name, found: undefined, remedy: isOwn ? describeProblem(error) : remedy };
    }
    throw error;
  }
}

/** Describes the problem with a file that the user named, and its remedy. */
function describeProblem({ message, hint }: EngineError | TargetError): string {
  const sentence = /[.!?]$/.test(message) ? message : `${message}.`;
  return hint === undefined ? sentence : `${sentence} ${hint}`;
}

/** Checks all requirements of the targets. */
export async function inspectTargets(
  targets: readonly Target[],
  imageFolders: readonly ImageFolder[],
  packageFolder: string,
): Promise<readonly TargetReport[]> {
  return Promise.all(
    targets.map(async (target) => {
      const requirements = [
        ...(await target.requirements()),
        await agentImage(target, imageFolders),
      ];
      const isReady = requirements.every(({ found }) => found !== undefined);
      const forBuilding = await findBuildingNeeds(target, packageFolder);
      const optional = target.howToBuild === undefined ? {} : { isOptional: true };
      return { target: target.id, requirements, forBuilding, isReady, ...optional };
    }),
  );
}
