export { registerHistory } from './history';
