export { markDisturbed, markDoubtful } from './doubt';
export {
  type BenchmarkDecoder,
  type DecodedFile,
  decodeFile,
  type DecodeFileOptions,
  newBenchmarkDecoder,
  toPasses,
  runSummary,
  streamTotals,
} from './file';
