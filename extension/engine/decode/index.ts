export {
  type BenchmarkDecoder,
  type DecodedFile,
  decodeFile,
  type DecodeFileOptions,
  newBenchmarkDecoder,
} from './file';
export { passesOf, runSummary } from './runs';
