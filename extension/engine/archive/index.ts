export { exportRun } from './export';
export { openArchive } from './open';
