export { type AgentFiles, boardTarget, withElfs } from './board-target';
export {
  addressedBoard,
  type AttachedProbes,
  attachedProbes,
  type Backup,
  type BackupEntry,
  claimUses,
  deployRate,
  describeServer,
  describeUse,
  excludeEachOther,
  findBackup,
  GDB_ADDRESS,
  isBackup,
  isGdbId,
  listBackups,
  lockName,
  otherSideCommand,
  type Probe,
  probeBoards,
  type ProbeUse,
  probeUseOf,
  rangeOf,
  readBackup,
  restoreBoard,
  serverSaidBy,
  serversOnProbe,
} from './board';
export {
  addressedTarget,
  findTarget,
  idOfTarget,
  targets,
  type TargetValue,
  valueOfTarget,
} from './find';
export {
  describeKernel,
  KERNEL_DESCRIPTION,
  KERNEL_FILES,
  kernelCache,
  type KernelDescription,
  type KernelFlavour,
  LINUX_BOARDS,
  type LinuxBoard,
} from './qemu-linux';
export {
  emulatedMachine,
  fittingTargets,
  FREERTOS_M7,
  machineNamed,
  machineNames,
  machineOfZephyrBoard,
  type QemuMachine,
  startDebuggedQemu,
} from './qemu';
export { isSerialId, parseSerialAddress, SERIAL_ADDRESS } from './serial';
export {
  type BoardImages,
  type BoardSetup,
  isProbed,
  type JLinkSetup,
  type LinkServerSetup,
  type OpenOcdSetup,
  type ProbedBoard,
  type PyOcdSetup,
  type ServerKind,
  type ServerSetup,
  type SetupGap,
  type StLinkSetup,
} from './setup';
export { isSshId, parseSshAddress } from './ssh';
export { type FlashConsent, imagesOf, type Target, type TargetLink } from './target';
