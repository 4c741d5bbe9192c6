export {
  findRunTarget,
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
export { askRecorder, findPlugin } from './plugin';
export { newRunner } from './runner';
