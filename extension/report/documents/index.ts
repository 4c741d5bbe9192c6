export { documentMarkdown, rebuildDocuments } from './documents';
