export {
  findRunPlace,
  registerRunCommands,
  type RunChoice,
  showEnd,
  showProfile,
  buildRunSpec,
  specWithSettings,
  formatToolVersion,
  WAIT_SECONDS,
} from './commands';
export { backupsFolder } from './flash';
export { freshen, isInTheWay, isStale } from './fresh';
export { askRecorder, builtRecorder } from './plugin';
export { newRunner } from './runner';
