export { benchmarkSources } from './build';
export { newImages } from './images';
