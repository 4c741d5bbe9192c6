export { fetchKernel } from './linux-kernel';
