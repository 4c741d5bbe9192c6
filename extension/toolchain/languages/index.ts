export type { SourceBench } from './benches';
export type { Language } from './language';
export {
  findBuiltInPath,
  codeEndings,
  compilerVersions,
  findDefinedFunctions,
  findBenches,
  headerEndings,
  findLanguage,
  languages,
  listLanguages,
  sourceEndings,
  putAllLocationsFirst,
} from './languages';
export { type Match, matchBench, formatBenchName } from './match';
