import { type Fields, toFields, toText } from '../../../base';
import { servers, type ServerSetup } from '../../../targets';
import { mcuxDevice } from '../mcux-device';
import { type Found, resolveFields, toUnusable } from '../variables';
import type { LaunchEntry, LaunchType } from './entry';
import { externalServer, localProbe } from './server';

const described = servers.flatMap(({ title, mcuxpresso }) =>
  mcuxpresso === undefined ? [] : [{ ...mcuxpresso, title }],
);

/** Lists the setups that reach a device by the name that an SDK has for it. */
export function serversForDevice(
  device: string,
): readonly { readonly server: ServerSetup; readonly by: string }[] {
  return described.flatMap(({ title, forDevice }) =>
    forDevice === undefined ? [] : [{ server: forDevice(device), by: title }],
  );
}

/** Debug configurations of MCUXpresso for VS Code. */
export const mcuxpressoDebug: LaunchType = {
  type: 'mcuxpresso-debug',
  read: readMcuxpresso,
  uses: (config) => localProbe(toText(config['probeSerialNumber'])),
};

/** It chooses the server by the probe that is attached; by default, NXP's own server is used. */
function readMcuxpresso(entry: LaunchEntry): Found {
  const names = ['probeSerialNumber', 'probeType', 'gdbServerConfigs'];
  const { fields, unresolved } = resolveFields(entry.fields, names, entry);
  const configs = toFields(fields['gdbServerConfigs']);
  const type = toText(fields['probeType'])?.toLowerCase();
  if (type === 'pemicro') return toUnusable('The PEmicro server is not supported');
  const readDevice = (member: string) => toText(toFields(configs[member])['device']);
  const server =
    described.find(({ member, probeTypes }) =>
      type === undefined ? readDevice(member) !== undefined : probeTypes.includes(type),
    ) ?? described.find(({ forDevice }) => forDevice !== undefined);
  if (server === undefined) return toUnusable(`Its probe type "${type}" is not supported`);
  const { member, read, forDevice } = server;
  const { folder, world } = entry;
  const found = {
    ...read(toFields(configs[member])),
    probe: toText(fields['probeSerialNumber']),
    unresolved,
  };
  if (forDevice === undefined || readDevice(member) !== undefined || folder === undefined) {
    return found;
  }
  const { device = '', gaps } = mcuxDevice(folder, world);
  return { ...found, server: forDevice(device), gaps };
}

/** Before it had a type of its own, it wrote configurations of the C/C++ extension, with these variables. */
export function readOldMcuxpresso(entry: LaunchEntry, variables: Fields): Found {
  const address = entry.fields['miDebuggerServerAddress'];
  if (toText(address) !== undefined) return externalServer(entry, address);
  const fields = { probeSerialNumber: variables['mcuxSerialNumber'] };
  return readMcuxpresso({ ...entry, fields });
}
