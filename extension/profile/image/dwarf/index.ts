export {
  type Dwarf,
  type Instance,
  openDwarf,
  type SourceFrame,
  type SourceFunction,
  type DebugLine,
} from './dwarf';
export { ByteReader } from './bytes';
export { lineRowAt } from './lines';
