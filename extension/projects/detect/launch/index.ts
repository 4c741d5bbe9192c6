export { runsProject } from './cortex-debug';
export { fileOf, type LaunchEntry, launchLists } from './entry';
export { serversForDevice } from './mcuxpresso';
export { serverAddress } from './server';
export { launchTypes } from './types';
