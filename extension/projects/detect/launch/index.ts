export { runsProject } from './cortex-debug';
export { resolveEntryFile, type LaunchEntry, launchLists } from './entry';
export { serversForDevice } from './mcuxpresso';
export { launchTypes } from './types';
