export { registerTesting } from './register';
