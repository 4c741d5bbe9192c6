import { emulatedFreertos } from './recipe-freertos';
import { linuxAgents } from './recipe-linux';
import { linuxWithoutMmu } from './recipe-nommu';
import type { Recipe } from './recipe-types';

export type { Recipe } from './recipe-types';

const recipes: readonly Recipe[] = [...emulatedFreertos, ...linuxAgents, linuxWithoutMmu];

/** The recipe of a target, if its agent can be built here. */
export function recipeOf(target: string): Recipe | undefined {
  return recipes.find((recipe) => recipe.target === target);
}

/** The targets whose agent can be built. */
export function buildableTargets(): readonly string[] {
  return recipes.map((recipe) => recipe.target);
}
