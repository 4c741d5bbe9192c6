export { pluginArguments, readPluginFile } from './execution';
export { findFittingTargets } from './image';
export {
  findEmulatedMachine,
  FREERTOS_M7,
  type QemuBoard,
  type QemuMachine,
  setupOfZephyrBoard,
} from './machines';
export { qemu, qemuRequirements } from './kind';
export { chooseFolder } from './scratch';
export { diagnoseEmulatorEnd, startDebuggedQemu, startEmulator } from './start';
