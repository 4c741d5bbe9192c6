export {
  type BenchmarkDecoder,
  type DecodedFile,
  decodeFile,
  type DecodeFileOptions,
  newBenchmarkDecoder,
  passesOf,
  runSummary,
  streamTotals,
} from './file';
