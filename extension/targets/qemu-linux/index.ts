export { type KernelFlavour, LINUX_BOARDS, type LinuxBoard } from './board';
export {
  describeKernel,
  KERNEL_DESCRIPTION,
  KERNEL_FILES,
  kernelCache,
  type KernelDescription,
} from './kernel';
export { qemuLinux } from './kind';
