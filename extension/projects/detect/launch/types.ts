import { toUnusable } from '../variables';
import { cortexDebug } from './cortex-debug';
import type { LaunchType } from './entry';
import { cppdbg, gdbtarget } from './gdb';
import { mcuxpressoDebug } from './mcuxpresso';

const notKnown = (type: string, who: string): LaunchType => ({
  type,
  read: () => toUnusable(`It is a configuration for ${who}, which Cyclescope cannot read`),
});

/** Every type of debug configurations that are for boards. */
export const launchTypes: readonly LaunchType[] = [
  cortexDebug,
  mcuxpressoDebug,
  cppdbg,
  gdbtarget,
  notKnown('probe-rs-debug', "probe-rs's debugger"),
  notKnown('platformio-debug', 'PlatformIO'),
  notKnown('stlinkgdbtarget', 'STM32Cube'),
  notKnown('jlinkgdbtarget', 'STM32Cube'),
  notKnown('arm-debugger', 'the Arm Debugger'),
];
