export { parseBench } from './bench-line';
export {
  type Clock,
  CLOCK_UNITS,
  type ClockUnit,
  makeClock,
  shortUnit,
  tickDensity,
  toNanoseconds,
  toUnit,
  toUnits,
  unitsPerSecond,
} from './clock';
export { type ArrivedSamples, collectRuns, type RunsCollector } from './collect-runs';
export type { CollectedOperation, CollectedRun, Series } from './collected';
export { decodeEvent } from './event-codec';
export {
  type ArmAttributes,
  BRANCHES_SECTION,
  branchTargetAt,
  bytesAt,
  directBranch,
  type Elf,
  type Halfwords,
  isOlderLibc,
  MACHINE_AARCH64,
  MACHINE_ARM,
  MACHINE_X86_64,
  findNeededLibc,
  packAddresses,
  readAgent,
  readArmAttributes,
  readElf,
  readRegistry,
  readRelocations,
  wordAt,
  WORDS_SECTION,
} from './elf';
export {
  type AgentEvent,
  EVENT_KINDS,
  type Flush,
  type OperationBegin,
  type RunBegin,
  type SampleKind,
  type TracedSample,
} from './events';
export { type AgentFacts, readFacts } from './facts';
export { parseFact, parseReply } from './lines';
export {
  type AgentImage,
  type Bench,
  type BenchParameter,
  type ImageBuild,
  type ImageManifest,
  type Revision,
  revisionSchema,
} from './manifest';
export {
  formatRun,
  type OperationReply,
  parseOperationReply,
  parseRunReply,
  type RunLine,
  type RunReply,
} from './run-lines';
export {
  isAbsolutePath,
  isSameFile,
  normalPath,
  parseSourceLine,
  deriveSuite,
} from './source-line';
