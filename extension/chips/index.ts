export { findChips, type FoundChips, offerChips, type OfferedChips } from './find';
export {
  countFits,
  type Fit,
  fitOfChip,
  fits,
  largestRam,
  type Obstacle,
  listObstacles,
  NO_VTOR,
  OWN_PROJECT,
  type Ram,
} from './fit';
export { recogniseChip } from './recognise';
export { type Chip, type ChipCore, type ChipMemory, parseChips, readChips } from './table';
