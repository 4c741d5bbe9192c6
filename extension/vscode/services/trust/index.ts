export { requireTrust } from './trust';
