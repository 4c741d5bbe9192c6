export { isSerialId, parseSerialAddress, SERIAL_ADDRESS, serialBoard } from './address';
export { openSerial, STTY } from './open';
