export { cliCommands } from './commands';
