export { rebuiltDocuments } from './documents';
export { documentMarkdown } from './write';
