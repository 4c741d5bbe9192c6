export { cortexDebug, runsProject } from './cortex-debug';
export {
  addressIn,
  externalServer,
  fileOf,
  folderOfEntry,
  type LaunchEntry,
  serverAddress,
} from './entry';
export { launchLists } from './lists';
