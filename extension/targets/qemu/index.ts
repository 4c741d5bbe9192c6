export { emulatedMachine, FREERTOS_M7, type QemuBoard } from './board';
export { startDebuggedQemu } from './debug';
export { endOf } from './failures';
export { fittingTargets } from './image';
export { machineNamed, machineNames, machineOfZephyrBoard, type QemuMachine } from './machines';
export { qemu, qemuRequirements } from './kind';
export { chooseFolder } from './scratch';
export { startEmulator } from './start';
