export { csvText } from './csv';
export type { Report } from './format';
export { comparisonFormats, reportFormats } from './formats';
export { boardCard, markdown } from './markdown';
