export { csvText } from './csv';
export type { Report } from './format';
export { comparisonFormats, reportFormats } from './formats';
export { reportJson } from './json';
export { boardCard, markdown } from './markdown';
