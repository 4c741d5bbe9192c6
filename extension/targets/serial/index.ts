export { serial } from './kind';
