export { linkserver } from './server';
