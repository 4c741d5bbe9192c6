export {
  findProgram,
  programOf,
  programRequirement,
  type Requirement,
  type VendorProgram,
} from './locate';
export { searchPath } from './search-path';
