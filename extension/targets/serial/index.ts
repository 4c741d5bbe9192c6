export { isSerialId, parseSerialAddress, serial, SERIAL_ADDRESS } from './kind';
