import { fieldsOf, textOf } from '../values';
import type { Setting } from '../world';
import { platformSection, type LaunchEntry } from './entry';

/** A path among cortex-debug's settings: the plain one wins over the one for this platform. */
export function cortexSetting(entry: LaunchEntry, name: string): Setting | undefined {
  const { setting } = entry.folder ?? entry.world;
  const section = platformSection(entry);
  const plain = setting(`cortex-debug.${name}`);
  // The editor gives `name.linux` as a member of `name`; a file has it as a name of its own.
  const value = textOf(plain?.value) ?? textOf(fieldsOf(plain?.value)[section]);
  if (plain !== undefined && value !== undefined) return { ...plain, value };
  const special = setting(`cortex-debug.${name}.${section}`);
  return textOf(special?.value) === undefined ? undefined : special;
}
