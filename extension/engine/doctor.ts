import { imagesOf, type Requirement, type Target } from '../targets/target';
import { compilerVersion } from './build/compiler';
import { recipeOf } from './build/recipe';
import { EngineError } from './error';
import { type ImagePlace, findManifest } from './images/find';

/** What one target needs, and whether it is there. */
export interface TargetReport {
  readonly target: string;
  readonly requirements: readonly Requirement[];
  /** Only needed to build images, not to run those that are there. */
  readonly forBuilding: readonly Requirement[];
  /** A run could start now. */
  readonly isReady: boolean;
}

async function compilerOf(target: Target): Promise<readonly Requirement[]> {
  const recipe = recipeOf(imagesOf(target));
  if (!recipe) return [];
  const name = recipe.compiler;
  try {
    const version = await compilerVersion(name);
    return [{ name, found: version.slice(name.length + 1), remedy: '' }];
  } catch (error) {
    const hint = error instanceof EngineError ? error.hint : undefined;
    return [{ name, found: undefined, remedy: hint ?? String(error) }];
  }
}

async function imageOf(target: Target, places: readonly ImagePlace[]): Promise<Requirement> {
  const name = 'agent image';
  const remedy = `cyclescope build --target ${target.id}`;
  try {
    const { folder } = await findManifest(places, imagesOf(target), 'headline');
    return { name, found: folder, remedy };
  } catch (error) {
    if (error instanceof EngineError) return { name, found: undefined, remedy };
    throw error;
  }
}

/** Looks for everything that the targets need. */
export async function inspectTargets(
  targets: readonly Target[],
  places: readonly ImagePlace[],
): Promise<readonly TargetReport[]> {
  return Promise.all(
    targets.map(async (target) => {
      const requirements = [...(await target.requirements()), await imageOf(target, places)];
      const isReady = requirements.every(({ found }) => found !== undefined);
      const forBuilding = await compilerOf(target);
      return { target: target.id, requirements, forBuilding, isReady };
    }),
  );
}
