import { launchLists } from '../../detect/launch/lists';
import { textOf } from '../../detect/values';
import type { ProjectPlace } from '../place';
import type { ProjectFact } from '../project';

/** Under which names debug configurations keep the serial number of a probe. */
const SERIAL = ['probeSerialNumber', 'serialNumber'];

/** The probes that debug configurations of this folder name; one that leaves it open names none. */
export function probeFacts({ folder, world }: ProjectPlace): readonly ProjectFact[] {
  const { entries } = launchLists({ ...world, folders: [folder], workspaceFile: undefined });
  return entries.flatMap(({ fields, source }): readonly ProjectFact[] => {
    const serial = SERIAL.map((name) => textOf(fields[name])).find((one) => one !== undefined);
    if (serial === undefined || serial.includes('${')) return [];
    return [{ question: 'probe', value: serial, source }];
  });
}
