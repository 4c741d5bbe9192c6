export { importRun, SOURCE_FILE } from './import';
