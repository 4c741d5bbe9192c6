export { jlink } from './server';
