export { registerRunCommands, type RunChoice, specOf, toolOf } from './commands';
export { backupsFolder } from './flash';
export { freshen, isInTheWay } from './fresh';
export { newRunner } from './runner';
