export { cortexDebug, runsProject } from './cortex-debug';
export {
  addressIn,
  externalServer,
  fileOf,
  folderOfEntry,
  type LaunchEntry,
  launchLists,
  serverAddress,
} from './entry';
