export { addressedBoard, GDB_ADDRESS, isGdbId } from './address';
export { external } from './server';
