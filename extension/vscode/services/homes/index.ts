export { newHomes } from './all';
