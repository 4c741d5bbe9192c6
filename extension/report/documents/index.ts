export { documentMarkdown, rebuiltDocuments } from './documents';
