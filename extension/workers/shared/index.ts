export { atMostEvery } from './at-most';
export { portOf } from './port';
