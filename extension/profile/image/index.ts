export { type Image, openImage, parseAddress, writeAddress } from './image';
export { isKernel, KERNEL_FILE, type KernelCode, VDSO_FILE, withKernel } from './kernel';
export { readMarks, READINGS, STORES } from './marks';
export { listLocals, packLines } from './pack-lines';
export { LINES_SECTION } from './packed';
export type { SourceFrame } from './dwarf';
