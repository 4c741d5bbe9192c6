export { registerSource, sourceLocation } from './register';
