export { compilerVersions, languageOf, languagesOf } from './languages';
