export { registerCheckCommand } from './check';
export { registerHelpCommands } from './help';
export { registerKernelCommand } from './kernel';
export { registerKeepingCommands } from './runs';
export { registerTargetCommands } from './target';
