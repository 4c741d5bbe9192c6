export { registerLenses } from './lenses';
