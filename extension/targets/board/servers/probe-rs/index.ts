export { probeRs } from './server';
