export {
  placeOf,
  registerRunCommands,
  type RunChoice,
  showEnd,
  specOf,
  specWithSettings,
  toolOf,
} from './commands';
export { backupsFolder } from './flash';
export { freshen, isInTheWay, isStale } from './fresh';
export { newRunner } from './runner';
