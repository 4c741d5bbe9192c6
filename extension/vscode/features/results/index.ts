export { registerResults } from './results';
