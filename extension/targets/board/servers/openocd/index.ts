export { openocd } from './server';
