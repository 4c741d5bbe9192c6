export { isSerialId, parseSerialAddress, SERIAL_ADDRESS } from './address';
export { serial } from './kind';
