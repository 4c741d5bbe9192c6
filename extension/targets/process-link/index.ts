export { endText, openProcessLink, startProcess } from './link';
