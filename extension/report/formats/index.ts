export type { Report } from './format';
export { comparisonFormats, reportFormats } from './formats';
export { markdown } from './markdown';
