export {
  describeKernel,
  KERNEL_DESCRIPTION,
  KERNEL_FILES,
  kernelCache,
  type KernelDescription,
  type KernelFlavour,
  LINUX_BOARDS,
  type LinuxBoard,
} from './kernel';
export { qemuLinux } from './kind';
