export {
  noteSettings,
  choosePathModule,
  toRelativePath,
  type Setting,
  type World,
  type WorldFile,
  type WorldFolder,
} from './world';
export { assignments, cacheEntries, unwrapFields, iniValue, parseJsonc, parseYaml } from './values';
export { detect } from './detect';
export type { DetectedBoard } from './finding';
export { launchLists, launchTypes } from './launch';
export { MCUX_FILE, mcuxTools } from './mcux-device';
export { boardFiles, readKnownFiles, type WorldSources } from './read-world';
export { substitute } from './variables';
