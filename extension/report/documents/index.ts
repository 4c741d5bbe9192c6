export { rebuiltDocuments } from './documents';
export { documentMarkdown, writeDocuments } from './write';
