import type { Finding } from '../finding';
import { unusable, type Found } from '../found';
import { fieldsOf, textOf } from '../values';
import type { World } from '../world';
import { cortexDebug } from './cortex-debug';
import { fileOf, type LaunchEntry } from './entry';
import { cppdbg, gdbTarget } from './gdb-adapters';
import { launchLists } from './lists';
import { mcuxpressoDebug } from './mcuxpresso';

const notKnown = (who: string) => () =>
  unusable(`It is a configuration for ${who}, which Cyclescope cannot read`);

/** By the type of a configuration; undefined where it tells of no board. */
const READERS: Readonly<Record<string, (entry: LaunchEntry) => Found | undefined>> = {
  'cortex-debug': cortexDebug,
  'mcuxpresso-debug': mcuxpressoDebug,
  cppdbg,
  gdbtarget: gdbTarget,
  'probe-rs-debug': notKnown('probe-rs'),
  'platformio-debug': notKnown('PlatformIO'),
  stlinkgdbtarget: notKnown('STM32Cube'),
  jlinkgdbtarget: notKnown('STM32Cube'),
  'arm-debugger': notKnown('the Arm Debugger'),
};

/** The boards of all debug configurations. */
export function launchBoards(world: World): {
  readonly findings: readonly Finding[];
  readonly problems: readonly string[];
} {
  const { entries, problems } = launchLists(world);
  const findings = entries.flatMap((entry): readonly Finding[] => {
    const found = READERS[entry.type]?.(entry);
    if (found === undefined) return [];
    const { name, source, folder } = entry;
    const images = imagesOf(entry);
    return [{ kind: 'launch', name, title: name, source, folder, found: { images, ...found } }];
  });
  return { findings, problems };
}

/** The program to be debugged, should it be an agent; some write it as an object. */
function imagesOf(entry: LaunchEntry) {
  const { executable, program } = entry.fields;
  const file = fileOf(entry, textOf(executable) ?? fieldsOf(executable)['elf'] ?? program);
  return file === undefined ? undefined : ({ kind: 'files', headline: file } as const);
}
