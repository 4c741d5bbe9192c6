export { findBenches, languageIn, type SourceBench } from './benches';
export { type Match, matchBench, nameIn } from './match';
export { builtInPath, isAbsolutePath, normalPath, parsePlace, suiteOf } from './place';
