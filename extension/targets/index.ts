export {
  addressedBoard,
  type AttachedProbes,
  attachedProbes,
  type Backup,
  type BackupEntry,
  type BoardMember,
  claimUses,
  type DebugServer,
  withRate,
  recogniseServer,
  describeServer,
  describeUse,
  excludeEachOther,
  findBackup,
  isBackup,
  type JLinkSetup,
  type LinkServerSetup,
  listBackups,
  lockName,
  otherSide,
  type OtherSide,
  type Probe,
  probeBoards,
  type ProbeUse,
  probeUseOf,
  rangeOf,
  readBackup,
  restoreBoard,
  serverNamed,
  serverOf,
  servers,
  serverFromArguments,
  serversOnProbe,
  useNamed,
} from './board';
export { conditionsBetween } from './conditions';
export type { Execution, ExecutionMarks, ExecutionRequest, SwitchMark } from './execution';
export {
  addressedTarget,
  type AgentFiles,
  boardTarget,
  findTarget,
  idOfTarget,
  targets,
  type TargetValue,
  valueOfTarget,
  withElfs,
} from './find';
export { addressKinds } from './kinds';
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
  isAtSerialPort,
  isExternal,
  isProbed,
  type ProbedBoard,
  type ServerSetup,
  type SetupGap,
} from './setup';
export { parseSshAddress } from './ssh';
export { type FlashConsent, imagesOf, type Target, type TargetLink } from './target';
