export type { SourceBench } from './benches';
export type { Language } from './language';
export {
  builtInPath,
  codeEndings,
  compilerVersions,
  definedFunctions,
  findBenches,
  headerEndings,
  languageOf,
  languages,
  languagesOf,
  sourceEndings,
  withPlacesFirst,
} from './languages';
export { type Match, matchBench, nameIn } from './match';
