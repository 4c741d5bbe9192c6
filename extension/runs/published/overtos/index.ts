export { LANGUAGES, nativeCase } from './board';
export { overtosColumns } from './overtos';
export { PAIRED_CASES } from './pairs';
