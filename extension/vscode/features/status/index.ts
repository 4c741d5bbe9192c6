export { registerStatus } from './status';
