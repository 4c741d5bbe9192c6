export { publishedColumn, resolveColumns } from './columns';
