export { runsProject } from './cortex-debug';
export { fileOf, type LaunchEntry, launchLists } from './entry';
export { serversForDevice } from './mcuxpresso';
export { launchTypes } from './types';
