export { registerMatrix } from './matrix';
