export { buildProject, type BuiltProject } from './build';
export { removeBuilds } from './clean';
export { listProjectTargets } from './targets';
