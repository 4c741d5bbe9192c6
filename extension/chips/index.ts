export { findChips, offerChips } from './find';
export {
  countFits,
  type Fit,
  fitOfChip,
  fits,
  largestRam,
  listObstacles,
  NO_VTOR,
  OWN_PROJECT,
} from './fit';
export { recogniseChip } from './recognise';
export { type Chip, type ChipCore, type ChipMemory, parseChips, readChips } from './table';
