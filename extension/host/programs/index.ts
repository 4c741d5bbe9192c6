export {
  findProgram,
  programOf,
  programRequirement,
  type Requirement,
  searchPath,
  type VendorProgram,
} from './locate';
