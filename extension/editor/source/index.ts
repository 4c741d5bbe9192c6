export { sourceLocation } from './location';
export { registerSource } from './register';
