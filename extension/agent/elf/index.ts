export { isOlderLibc, findNeededLibc, readAgent } from './agent';
export { type ArmAttributes, readArmAttributes } from './arm-attributes';
export {
  bytesAt,
  type Elf,
  MACHINE_AARCH64,
  MACHINE_ARM,
  MACHINE_X86_64,
  readElf,
  wordAt,
} from './elf';
export { readRegistry } from './registry';
export {
  BRANCHES_SECTION,
  branchTargetAt,
  directBranch,
  type Halfwords,
  packAddresses,
  readRelocations,
  WORDS_SECTION,
} from './relocations';
