export { type CompilerMessage, compilerMessages, showProblems } from './problems';
