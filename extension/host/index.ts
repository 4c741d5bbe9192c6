export {
  cacheFolder,
  fileNameOf,
  movePath,
  preparePrivateFolder,
  privateFolder,
  temporaryFolder,
  unfinishedBeside,
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
export { endOf } from './child';
export { type GitAnswer, runGit } from './git';
export {
  claimNames,
  claimPlace,
  claimTarget,
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
  installationOf,
  type Packages,
  programOf,
  programRequirement,
  type Requirement,
  searchPath,
  spawnCommand,
  type VendorProgram,
} from './programs';
export { handleOf, portOf, type WorkerHandle } from './thread';
