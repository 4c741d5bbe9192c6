export { notingSettings } from './asked-settings';
export { assignments, cacheEntries, iniValue } from './assignments';
export { detect } from './detect';
export type { DetectedBoard } from './finding';
export { addressIn, launchLists, serverAddress } from './launch';
export { MCUX_FILE, mcuxTools } from './mcux-device';
export { readWorld } from './read-world';
export { fieldsIn, parseJsonc, parseYaml } from './values';
export { substitute } from './variables';
export {
  pathsOf,
  placeIn,
  type Setting,
  type World,
  type WorldFile,
  type WorldFolder,
} from './world';
