export { type BenchmarkDecoder, newBenchmarkDecoder } from './benchmarks';
export { type DecodedFile, decodeFile, type DecodeFileOptions } from './file';
export { passesOf, runSummary } from './runs';
