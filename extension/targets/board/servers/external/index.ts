export { parseBoardAddress, external, GDB_ADDRESS, GDB_SCHEME, isExternal } from './server';
