export { buildProject, type BuiltProject } from './build';
export { removeBuilds } from './clean';
export { targetsFor } from './targets';
