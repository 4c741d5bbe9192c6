export { type Image, nameless, openImage, parseAddress, writeAddress } from './image';
export { isKernel, KERNEL_FILE, type KernelCode, VDSO_FILE, withKernel } from './kernel';
export { type ImageMarks, type InlinedReading, readMarks, READINGS, STORES } from './marks';
export { listLocals, packLines } from './pack-lines';
export { LINES_SECTION } from './packed';
export type { SourceFrame, SourceFunction } from './dwarf';
