export { LANGUAGES } from './board';
export { nativeCase } from './native';
export { overtosColumns } from './overtos';
export { PAIRED_CASES } from './pairs';
