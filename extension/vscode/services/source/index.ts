export { registerSource } from './register';
