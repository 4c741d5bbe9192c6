export { registerLenses } from './lenses';
export { formatReferenceChange, findReferences } from './reference';
export type { Reference } from './subject';
