import { protobufField, protobufMessage, protobufText, readProtobuf } from '../../base';

/*
 * The messages of labgrid's coordinator that are needed here, from `labgrid-coordinator.proto`. The protocol has no
 * version. It is extended without changing numbers, which is checked: a coordinator describes its own messages by gRPC's
 * service for reflection.
 */

/** The version of labgrid that the numbers are from. */
export const LABGRID_VERSION = '26.0.1';

/** The fields that are used, by message. */
const FIELDS = {
  ClientInMessage: { sync: 1, startup: 2, subscribe: 3 },
  Sync: { id: 1 },
  StartupDone: { version: 1, name: 2 },
  Subscribe: { all_places: 2, all_resources: 3 },
  ClientOutMessage: { sync: 1, updates: 2 },
  UpdateResponse: { resource: 1, del_resource: 2, place: 3, del_place: 4 },
  Resource: { path: 1, cls: 2, params: 3, avail: 6 },
  Path: { exporter_name: 1, group_name: 2, resource_name: 3 },
  MapValue: { bool_value: 1, int_value: 2, uint_value: 3, float_value: 4, string_value: 5 },
  Place: { name: 1, tags: 4, matches: 5, acquired: 6 },
  ResourceMatch: { exporter: 1, group: 2, cls: 3, name: 4 },
  AcquirePlaceRequest: { placename: 1 },
  ReleasePlaceRequest: { placename: 1, fromuser: 2 },
  CreateReservationRequest: { filters: 1 },
  CreateReservationResponse: { reservation: 1 },
  CancelReservationRequest: { token: 1 },
  PollReservationRequest: { token: 1 },
  PollReservationResponse: { reservation: 1 },
  GetReservationsResponse: { reservations: 1 },
  Reservation: { token: 2, state: 3, filters: 5, allocations: 6, created: 7 },
  Filter: { filter: 1 },
} as const;

const F = FIELDS;

/** The path of a coordinator's method. */
export const methodPath = (name: string) => `/labgrid.Coordinator/${name}`;

/** The path of the service that describes the others, of a version that all servers have. */
export const REFLECTION = '/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo';
/** Asks for the description of the file with the coordinator's messages. */
export const describeCoordinator = protobufText(4, 'labgrid.Coordinator');

type Fields = ReturnType<typeof readProtobuf>;

const decodeText = (body: Uint8Array | undefined) => new TextDecoder().decode(body);
const bodies = (fields: Fields, wanted: number) =>
  fields.flatMap(({ number, body }) => (number === wanted ? [body] : []));
const readText = (fields: Fields, wanted: number) => decodeText(bodies(fields, wanted)[0]);
const readNumber = (fields: Fields, wanted: number) =>
  fields.find(({ number }) => number === wanted)?.value ?? 0;

/** Finds the first field of a coordinator's description that has another number there; undefined if it fits. */
export function findMisfit(answer: Uint8Array): string | undefined {
  const numbers = new Map<string, number>();
  for (const response of bodies(readProtobuf(answer), 4))
    for (const file of bodies(readProtobuf(response), 1))
      for (const message of bodies(readProtobuf(file), 4)) readNumbers(message, numbers);
  for (const [message, fields] of Object.entries(FIELDS)) {
    for (const [name, number] of Object.entries(fields)) {
      const there = numbers.get(`${message}.${name}`);
      if (there !== number) return `${message}.${name} is ${there ?? 'missing'}, not ${number}`;
    }
  }
  return undefined;
}

/** Reads a description of a message, and of those within it: their names are distinct. */
function readNumbers(message: Uint8Array, numbers: Map<string, number>): void {
  const fields = readProtobuf(message);
  for (const body of bodies(fields, 2)) {
    const field = readProtobuf(body);
    numbers.set(`${readText(fields, 1)}.${readText(field, 1)}`, readNumber(field, 3));
  }
  for (const nested of bodies(fields, 3)) readNumbers(nested, numbers);
}

/** Messages from here to a coordinator. */
export const messages = {
  sync: (id: number) => protobufMessage(F.ClientInMessage.sync, protobufField(F.Sync.id, id)),
  startup: (name: string) =>
    protobufMessage(
      F.ClientInMessage.startup,
      protobufText(F.StartupDone.version, 'cyclescope'),
      protobufText(F.StartupDone.name, name),
    ),
  subscribe: (what: keyof typeof F.Subscribe) =>
    protobufMessage(F.ClientInMessage.subscribe, protobufField(F.Subscribe[what], 1)),
  acquire: (place: string) => protobufText(F.AcquirePlaceRequest.placename, place),
  release: (place: string, user: string) => [
    ...protobufText(F.ReleasePlaceRequest.placename, place),
    ...protobufText(F.ReleasePlaceRequest.fromuser, user),
  ],
  reserve: (tags: Tags) =>
    protobufMessage(
      F.CreateReservationRequest.filters,
      protobufText(1, 'main'),
      protobufMessage(
        2,
        ...[...tags].map(([key, value]) =>
          protobufMessage(F.Filter.filter, protobufText(1, key), protobufText(2, value)),
        ),
      ),
    ),
  poll: (token: string) => protobufText(F.PollReservationRequest.token, token),
  cancel: (token: string) => protobufText(F.CancelReservationRequest.token, token),
};

/** Tags of a place, or those that a reservation asks for: `core` is `m7`. */
export type Tags = ReadonlyMap<string, string>;

/** Something at a place, such as a debug server. */
export interface Resource {
  readonly exporter: string;
  readonly group: string;
  readonly name: string;
  readonly cls: string;
  readonly params: ReadonlyMap<string, string>;
  readonly isAvailable: boolean;
}

/** A place that one user at a time has. */
export interface LabPlace {
  readonly name: string;
  readonly tags: Tags;
  /** Decides which resources are at the place. */
  readonly has: (resource: Resource) => boolean;
  /** Its user; empty if it is free. */
  readonly user: string;
}

/** Something that a coordinator reports by itself. */
export interface LabUpdate {
  /** It answers a request of `sync`, after all that was reported before it. */
  readonly isSync: boolean;
  readonly resources: readonly Resource[];
  readonly goneResources: readonly Pick<Resource, 'exporter' | 'group' | 'name'>[];
  readonly places: readonly LabPlace[];
  readonly gonePlaces: readonly string[];
}

/** Reads a message of the stream. */
export function readUpdate(message: Uint8Array): LabUpdate {
  const fields = readProtobuf(message);
  const updates = bodies(fields, F.ClientOutMessage.updates).map(readProtobuf);
  const all = (number: number) => updates.flatMap((update) => bodies(update, number));
  return {
    isSync: bodies(fields, F.ClientOutMessage.sync).length > 0,
    resources: all(F.UpdateResponse.resource).map(readResource),
    goneResources: all(F.UpdateResponse.del_resource).map(readPath),
    places: all(F.UpdateResponse.place).map(readPlace),
    gonePlaces: all(F.UpdateResponse.del_place).map(decodeText),
  };
}

function readPath(bytes: Uint8Array | undefined) {
  const path = readProtobuf(bytes ?? new Uint8Array());
  return {
    exporter: readText(path, F.Path.exporter_name),
    group: readText(path, F.Path.group_name),
    name: readText(path, F.Path.resource_name),
  };
}

function readResource(bytes: Uint8Array): Resource {
  const fields = readProtobuf(bytes);
  const [path] = bodies(fields, F.Resource.path);
  return {
    ...readPath(path),
    cls: readText(fields, F.Resource.cls),
    params: readMap(fields, F.Resource.params, readValue),
    isAvailable: readNumber(fields, F.Resource.avail) === 1,
  };
}

/** The values of a parameter that are of use here: texts and whole numbers. */
function readValue(body: Uint8Array): string {
  const [{ number, value, body: text } = { number: 0, value: 0, body }] = readProtobuf(body);
  if (number === F.MapValue.string_value) return decodeText(text);
  return number === F.MapValue.int_value || number === F.MapValue.uint_value ? String(value) : '';
}

function readMap<V>(fields: Fields, number: number, read: (body: Uint8Array) => V) {
  return new Map(
    bodies(fields, number).map((entry) => {
      const [key, value] = [1, 2].map((part) => bodies(readProtobuf(entry), part)[0]);
      return [decodeText(key), read(value ?? new Uint8Array())] as const;
    }),
  );
}

function readPlace(bytes: Uint8Array): LabPlace {
  const fields = readProtobuf(bytes);
  const matches = bodies(fields, F.Place.matches).map((body) => {
    const match = readProtobuf(body);
    const part = (number: number) => parseGlob(readText(match, number));
    return {
      exporter: part(F.ResourceMatch.exporter),
      group: part(F.ResourceMatch.group),
      cls: part(F.ResourceMatch.cls),
      name: part(F.ResourceMatch.name),
    };
  });
  return {
    name: readText(fields, F.Place.name),
    tags: readMap(fields, F.Place.tags, decodeText),
    user: readText(fields, F.Place.acquired),
    has: (resource) =>
      matches.some(
        ({ exporter, group, cls, name }) =>
          exporter.test(resource.exporter) &&
          group.test(resource.group) &&
          cls.test(resource.cls) &&
          name.test(resource.name),
      ),
  };
}

/** Reads a pattern of labgrid, which is one of a shell; without one, everything matches. */
function parseGlob(pattern: string): RegExp {
  if (pattern === '') return /^/;
  const escaped = pattern.replaceAll(/[.+^${}()|\\]/g, String.raw`\$&`);
  const source = escaped.replaceAll('*', '.*').replaceAll('?', '.').replaceAll('[!', '[^');
  return new RegExp(`^${source}$`);
}

/** A user's turn to get a place. */
export interface Reservation {
  readonly token: string;
  readonly state: number;
  readonly tags: Tags;
  /** The place that is kept for it. */
  readonly place: string | undefined;
  /** When it was made, in seconds. */
  readonly created: number;
}

/** Reads the answers of a coordinator that hold reservations: in all of them it is the first field. */
export function readReservations(answer: Uint8Array): readonly Reservation[] {
  return bodies(readProtobuf(answer), F.GetReservationsResponse.reservations).map((body) => {
    const fields = readProtobuf(body);
    const filters = readMap(fields, F.Reservation.filters, (filter) =>
      readMap(readProtobuf(filter), F.Filter.filter, decodeText),
    );
    return {
      token: readText(fields, F.Reservation.token),
      state: readNumber(fields, F.Reservation.state),
      tags: filters.get('main') ?? new Map(),
      place: readMap(fields, F.Reservation.allocations, decodeText).get('main'),
      created: decodeTime(bodies(fields, F.Reservation.created)[0]),
    };
  });
}

const decodeTime = (body: Uint8Array | undefined) =>
  body?.length === 8 ? Buffer.from(body).readDoubleLE() : 0;
