import { unusable, type Found } from '../found';
import { mcuxDevice } from '../mcux-device';
import { fieldsOf, kilohertz, textOf, type Fields } from '../values';
import { resolveFields } from '../variables';
import type { LaunchEntry } from './entry';
import { externalServer } from './external';

/**
 * Reads a configuration of MCUXpresso for VS Code. It chooses the server by the probe that is
 * attached; where it says nothing, NXP's own server is taken.
 */
export function mcuxpressoDebug(entry: LaunchEntry): Found {
  const names = ['probeSerialNumber', 'probeType', 'gdbServerConfigs'];
  const { fields, unresolved } = resolveFields(entry.fields, names, entry);
  const configs = fieldsOf(fields['gdbServerConfigs']);
  const probe = textOf(fields['probeSerialNumber']);
  const type = textOf(fields['probeType'])?.toLowerCase();
  if (type === 'pemicro') return unusable('The server of PEmicro is not known to Cyclescope');
  const segger = fieldsOf(configs['segger']);
  const isSegger =
    type === undefined
      ? textOf(segger['device']) !== undefined
      : type === 'jlink' || type === 'segger';
  return isSegger
    ? withJLink(segger, { probe, unresolved })
    : withLinkServer(fieldsOf(configs['linkserver']), entry, { probe, unresolved });
}

/** Before it had a type of its own, it wrote configurations of the C/C++ extension. */
export function mcuxpressoOld(entry: LaunchEntry, variables: Fields): Found {
  const address = entry.fields['miDebuggerServerAddress'];
  if (textOf(address) !== undefined) return externalServer(entry, address);
  const fields = { probeSerialNumber: variables['mcuxSerialNumber'] };
  return mcuxpressoDebug({ ...entry, fields });
}

function withJLink(segger: Fields, common: Found): Found {
  const isJtag = textOf(segger['interface'])?.toLowerCase() === 'jtag';
  const server = {
    kind: 'jlink',
    device: textOf(segger['device']) ?? '',
    interface: isJtag ? 'jtag' : undefined,
    args: [],
  } as const;
  return { ...common, server, speedKhz: kilohertz(segger['speed']) };
}

function withLinkServer(config: Fields, { folder, world }: LaunchEntry, common: Found): Found {
  const told = textOf(config['device']);
  const { device, gaps } =
    told !== undefined || folder === undefined
      ? { device: told ?? '', gaps: [] }
      : mcuxDevice(folder, world);
  return { ...common, server: { kind: 'linkserver', device: device ?? '', args: [] }, gaps };
}
