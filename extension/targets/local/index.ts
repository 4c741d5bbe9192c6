export { local } from './kind';
