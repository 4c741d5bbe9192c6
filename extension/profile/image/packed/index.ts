export { LINES_SECTION, openPackedLines, VERSION } from './open';
export { type NumberStream, type PackedTables, transfer } from './tables';
