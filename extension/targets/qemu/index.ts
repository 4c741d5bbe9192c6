export { emulatedMachine, FREERTOS_M7, type QemuBoard } from './board';
export { startDebuggedQemu } from './debug';
export { endOf } from './failures';
export { fittingTargets } from './fitting';
export { machineNamed, machineNames, machineOfZephyrBoard, type QemuMachine } from './machines';
export { qemu } from './kind';
export { qemuRequirements } from './requirements';
export { chooseFolder } from './scratch';
export { startEmulator } from './start';
