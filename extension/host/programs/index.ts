export { spawnCommand } from './batch';
export {
  findProgram,
  installationHint,
  installationOf,
  type Packages,
  programOf,
  programRequirement,
  type Requirement,
  searchPath,
  type VendorProgram,
} from './locate';
