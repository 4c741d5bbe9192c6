export { addressedBoard, GDB_ADDRESS, GDB_SCHEME } from './address';
export { external } from './server';
