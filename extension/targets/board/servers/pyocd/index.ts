export { pyocd } from './server';
