export {
  type ImportedOperation,
  type ImportedRun,
  importedRunSchema,
  type ImportFormat,
} from './imported';
export { importFormats, importText } from './imports';
