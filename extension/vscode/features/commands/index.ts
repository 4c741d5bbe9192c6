export { registerCheckCommand } from './check';
export { registerHelpCommands } from './help';
export { registerKernelCommand } from './kernel';
export { registerOpenCommands } from './open';
export { registerKeepingCommands } from './runs';
export { registerSlowSampleCommand } from './slow-sample';
export { registerTargetCommands } from './target';
