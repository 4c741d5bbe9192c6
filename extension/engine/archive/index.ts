export { exportRun, openArchive } from './archive';
