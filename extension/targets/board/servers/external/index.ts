export { addressedBoard, external, GDB_ADDRESS, GDB_SCHEME } from './server';
