export { commands } from './commands';
