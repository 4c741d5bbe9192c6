export { registerRunCommands } from './commands';
export { newRunner } from './runner';
