export { registerRunCommands } from './commands';
export { backupsFolder } from './flash';
export { freshen, isInTheWay } from './fresh';
export { newRunner } from './runner';
