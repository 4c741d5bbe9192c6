export { type Environment, environmentOf } from './environment';
export { programEnvironment } from './programs';
export { hasChanged, readSettings } from './settings';
export type { Settings } from './values';
