export { registerLenses } from './lenses';
export { formatReferenceChange, referencesFor } from './reference';
export type { Reference } from './subject';
