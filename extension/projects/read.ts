import { readKnownFiles as readFiles, type World, type WorldSources } from './detect';
import { projectFiles } from './edit';

/** Reads the input of detection, with the files of every kind of project. Never throws. */
export function readWorld(sources: Omit<WorldSources, 'projectFiles'>): Promise<World> {
  return readFiles({ ...sources, projectFiles });
}
