export { stlink } from './server';
