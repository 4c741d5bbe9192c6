export { registerBoardCommands } from './commands';
export { type Backups, newBackups, registerRestoreCommand } from './restore';
