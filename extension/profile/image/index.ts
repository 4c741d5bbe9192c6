export { type Image, nameless, openImage, parseAddress, writeAddress } from './image';
export { type ImageMarks, type Reading, readMarks, READINGS } from './marks';
export type { SourceFrame, SourceFunction } from './dwarf';
