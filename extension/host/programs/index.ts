export { spawnCommand } from './batch';
export {
  findProgram,
  installationHint,
  describeInstallation,
  type Packages,
  resolveProgram,
  programRequirement,
  type Requirement,
  searchPath,
  type VendorProgram,
} from './locate';
