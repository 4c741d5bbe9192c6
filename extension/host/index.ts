export {
  cacheFolder,
  toFileName,
  movePath,
  preparePrivateFolder,
  privateFolder,
  temporaryFolder,
  newTemporaryPath,
  writeWhole,
} from './private-folder';
export {
  type ChildEnd,
  type ChildStreams,
  type GuardedChild,
  type Guardian,
  startGuardian,
  startPipedGuardian,
} from './guardian';
export { waitForExit } from './child';
export { type GitAnswer, runGit } from './git';
export {
  claimNames,
  claimSlot,
  claimTarget,
  countEmulatorSlots,
  isProcessAlive,
  type NamesClaim,
  processMark,
} from './lock';
export {
  choosePorts,
  expectCaller,
  type ExpectedCaller,
  LOOPBACK,
  type ServerPorts,
} from './ports';
export {
  findProgram,
  installationHint,
  describeInstallation,
  type Packages,
  resolveProgram,
  programRequirement,
  type Requirement,
  searchPath,
  spawnCommand,
  type VendorProgram,
} from './programs';
export { wrapWorker, wrapPort, type WorkerHandle } from './thread';
