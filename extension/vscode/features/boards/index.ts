export { registerBenchmarkCommand } from './benchmark';
export { registerChipCommand } from './chips';
export { registerBoardCommands } from './commands';
export { registerSampleCommand } from './sample';
export { type Backups, newBackups, registerRestoreCommand } from './restore';
