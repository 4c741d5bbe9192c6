export { requireColumn, resolveColumns } from './columns';
