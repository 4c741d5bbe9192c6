import { TargetError } from '../../base';
import { connectGrpc, type GrpcConnection } from './grpc';
import {
  describeCoordinator,
  findMisfit,
  LABGRID_VERSION,
  messages,
  methodPath,
  type LabPlace,
  readUpdate,
  REFLECTION,
  type Resource,
  type Tags,
  type LabUpdate,
} from './protocol';

/** A coordinator with its places and resources, which it keeps up to date here. */
export interface Laboratory {
  /** The coordinator's address. */
  readonly address: string;
  place(name: string): LabPlace | undefined;
  /** The places with these tags. */
  placesWith(tags: Tags): readonly LabPlace[];
  resourcesAt(place: LabPlace): readonly Resource[];
  call(method: string, message: readonly number[]): Promise<Uint8Array>;
  /** Resolves when all that happened until now is known here. */
  sync(): Promise<void>;
  /** Is called after every change, and at the end with its reason. */
  watch(listener: (end?: string) => void): void;
  close(): void;
}

/** The address of the coordinator, from the variable of labgrid's own tools. */
export const coordinatorAddress = () => process.env['LG_COORDINATOR'] || '127.0.0.1:20408';

/** The tag by which labgrid reserves a place by name. */
export const NAME_TAG = 'name';

/** Recognises addresses that only this computer reaches. */
export const isLoopback = (host: string) => /^(?:localhost|127(?:\.\d+){3}|\[?::1\]?)$/.test(host);

/** Connects to the coordinator as a user, and reads what is in the laboratory. */
export async function openLaboratory(user: string, signal: AbortSignal): Promise<Laboratory> {
  const address = coordinatorAddress();
  refuseNetwork(address);
  const connection = await connectGrpc(address, signal).catch((error: Error) => {
    signal.throwIfAborted();
    throw unreachable(address, error.message);
  });
  try {
    await checkProtocol(connection, address);
    const laboratory = startSession(connection, address, user);
    await laboratory.sync();
    return laboratory;
  } catch (error) {
    connection.close();
    throw error;
  }
}

function refuseNetwork(address: string): void {
  const host = /^(.+):\d+$/.exec(address)?.[1] ?? address;
  if (isLoopback(host)) return;
  throw new TargetError(
    'start-failed',
    `The coordinator at ${address} is not used: labgrid has no passwords and no encryption, so anybody in between can read and change everything`,
    `Use an SSH tunnel: ssh -L 20408:localhost:20408 ${host}, and set LG_COORDINATOR to localhost:20408.`,
  );
}

function unreachable(address: string, why: string): TargetError {
  return new TargetError(
    'start-failed',
    `labgrid's coordinator cannot be reached at ${address}: ${why}`,
    'Start it, or an SSH tunnel to it, such as ssh -L 20408:localhost:20408 LAB. The variable LG_COORDINATOR names another address.',
  );
}

/** Refuses a coordinator whose messages are not those that are read and written here. */
async function checkProtocol(connection: GrpcConnection, address: string): Promise<void> {
  const misfit = await connection
    .call(REFLECTION, describeCoordinator)
    .then(findMisfit, (error: Error) => error.message);
  if (misfit === undefined) return;
  throw new TargetError(
    'start-failed',
    `The service at ${address} is not a coordinator of labgrid ${LABGRID_VERSION}, or of a version with the same messages: ${misfit}`,
    `Install that version on the coordinator's computer: pip install labgrid==${LABGRID_VERSION}`,
  );
}

function startSession(connection: GrpcConnection, address: string, user: string): Laboratory {
  const places = new Map<string, LabPlace>();
  const resources = new Map<string, Resource>();
  const waiting: { readonly resolve: () => void; readonly reject: (error: Error) => void }[] = [];
  let listener: (end?: string) => void = () => undefined;
  let end: string | undefined;
  const take = (update: LabUpdate) => {
    for (const resource of update.resources) resources.set(toKey(resource), resource);
    for (const path of update.goneResources) resources.delete(toKey(path));
    for (const place of update.places) places.set(place.name, place);
    for (const name of update.gonePlaces) places.delete(name);
    listener();
    // Answers come in the order of the requests.
    if (update.isSync) waiting.shift()?.resolve();
  };
  const stream = connection.stream(methodPath('ClientStream'), (bytes) => take(readUpdate(bytes)));
  void stream.ended.then((why) => {
    end = why instanceof Error ? why.message : 'the connection was closed';
    for (const { reject } of waiting) reject(unreachable(address, end));
    listener(end);
  });
  stream.send(messages.startup(user));
  stream.send(messages.subscribe('all_resources'));
  stream.send(messages.subscribe('all_places'));
  return {
    address,
    place: (name) => places.get(name),
    placesWith: (tags) => [...places.values()].filter((place) => hasTags(place, tags)),
    resourcesAt: (place) => [...resources.values()].filter(place.has),
    call: (method, message) => connection.call(methodPath(method), message),
    sync: () =>
      new Promise((resolve, reject) => {
        if (end !== undefined) return reject(unreachable(address, end));
        waiting.push({ resolve, reject });
        stream.send(messages.sync(1));
      }),
    watch: (own) => {
      listener = own;
    },
    close: () => connection.close(),
  };
}

const toKey = ({ exporter, group, name }: Pick<Resource, 'exporter' | 'group' | 'name'>) =>
  [exporter, group, name].join('/');

/** Checks the tags of a place; its name counts as one. */
export const hasTags = (place: LabPlace, tags: Tags) =>
  [...tags].every(
    ([key, value]) => (key === NAME_TAG ? place.name : place.tags.get(key)) === value,
  );
