export type { SourceBench } from './benches';
export type { Language } from './language';
export {
  builtInPath,
  codeEndings,
  compilerVersions,
  definedFunctions,
  findBenches,
  headerEndings,
  findLanguage,
  languages,
  listLanguages,
  sourceEndings,
  withPlacesFirst,
} from './languages';
export { type Match, matchBench, formatBenchName } from './match';
