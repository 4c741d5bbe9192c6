export { type Backups, newBackups } from './backups';
export { registerBoardCommands } from './commands';
export { registerRestoreCommand } from './restore';
