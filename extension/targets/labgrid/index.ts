export { labgrid } from './kind';
