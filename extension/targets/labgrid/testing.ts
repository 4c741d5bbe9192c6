import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type ServerHttp2Session, type ServerHttp2Stream } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import {
  protobufField,
  protobufMessage,
  protobufText,
  type ProtobufBytes,
  readProtobuf,
} from '../../base';
import { frameMessage } from './grpc';
import { REFLECTION } from './protocol';

/** Messages that labgrid 26.0.1 sent, and its coordinator's description, in base64. */
interface Recorded {
  readonly description: string;
  readonly updates: readonly string[];
  readonly reservations: string;
  readonly acquired: readonly string[];
  readonly exporterGone: readonly string[];
}

/** Messages of a real coordinator and exporter with three places. */
export const recorded: Recorded = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../test/golden/labgrid.json'), 'utf8'),
);

export const decodeBase64 = (base64: string) => Uint8Array.from(Buffer.from(base64, 'base64'));

interface FakePlace {
  readonly name: string;
  readonly tags: Readonly<Record<string, string>>;
  user: string;
}

interface FakeReservation {
  readonly token: string;
  readonly tags: ReadonlyMap<string, string>;
  place?: FakePlace | undefined;
}

const text = (bytes: Uint8Array | undefined) => new TextDecoder().decode(bytes);
const readField = (bytes: Uint8Array, wanted: number) =>
  readProtobuf(bytes).find(({ number }) => number === wanted)?.body ?? new Uint8Array();
const entry = (number: number, key: string, value: ProtobufBytes) =>
  protobufMessage(number, protobufText(1, key), value);

/** A coordinator that keeps the rules of the real one, over real connections. */
export class FakeCoordinator {
  /** Calls in their order: `AcquirePlace board1`. */
  readonly calls: string[] = [];
  description = decodeBase64(recorded.description);
  /** Its exporter's debug servers, by place. */
  readonly servers = new Map<string, { port?: number; isAvailable: boolean }>();
  readonly #places: FakePlace[] = [];
  readonly #reservations: FakeReservation[] = [];
  readonly #clients = new Map<
    ServerHttp2Stream['session'],
    { stream: ServerHttp2Stream; name: string }
  >();
  readonly #server = createServer();
  readonly #sessions = new Set<ServerHttp2Session>();

  async start(): Promise<string> {
    this.#server.on('session', (session) => {
      this.#sessions.add(session);
      session.on('error', () => undefined);
    });
    this.#server.on('stream', (stream, headers) => {
      stream.on('error', () => undefined);
      this.#serve(stream, String(headers[':path']));
    });
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    for (const session of this.#sessions) session.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** Adds a place with a debug server. */
  add(name: string, tags: Readonly<Record<string, string>>, user = ''): void {
    this.#places.push({ name, tags, user });
    this.servers.set(name, { port: 3333, isAvailable: true });
  }

  getUser(name: string): string {
    return this.#places.find((place) => place.name === name)?.user ?? '';
  }

  get waiting(): number {
    return this.#reservations.length;
  }

  /** Gives a place to a user, or takes it away. */
  give(name: string, user: string): void {
    for (const place of this.#places.filter((each) => each.name === name)) {
      place.user = user;
      this.#publish(protobufMessage(2, protobufMessage(3, ...placeFields(place))));
    }
    this.#schedule();
  }

  removeExporter(name: string): void {
    const path = [protobufText(1, 'lab'), protobufText(2, name), protobufText(3, 'gdb')];
    this.#publish(protobufMessage(2, protobufMessage(2, ...path)));
  }

  #publish(message: ProtobufBytes): void {
    for (const { stream } of this.#clients.values()) stream.write(frameMessage(message));
  }

  #schedule(): void {
    for (const reservation of this.#reservations) {
      const isKept = (place: FakePlace) => this.#reservations.some((each) => each.place === place);
      reservation.place ??= this.#places.find(
        (place) =>
          place.user === '' &&
          !isKept(place) &&
          [...reservation.tags].every(([key, value]) =>
            key === 'name' ? place.name === value : place.tags[key] === value,
          ),
      );
    }
  }

  #serve(stream: ServerHttp2Stream, path: string): void {
    stream.respond(
      { ':status': 200, 'content-type': 'application/grpc' },
      { waitForTrailers: true },
    );
    let [status, message] = [0, ''];
    stream.on('wantTrailers', () => {
      stream.sendTrailers({ 'grpc-status': String(status), 'grpc-message': encodeURI(message) });
    });
    stream.on('data', (bytes: Buffer) => {
      for (let at = 0; at < bytes.length;) {
        const end = at + 5 + bytes.readUInt32BE(at + 1);
        const body = bytes.subarray(at + 5, end);
        at = end;
        if (path.endsWith('/ClientStream')) {
          this.#talk(stream, body);
          continue;
        }
        const answer =
          path === REFLECTION ? [...this.description] : this.#answer(stream, path, body);
        if (typeof answer === 'string') [status, message] = [9, answer];
        else stream.write(frameMessage(answer));
        stream.end();
      }
    });
  }

  #talk(stream: ServerHttp2Stream, body: Uint8Array): void {
    const [{ number, body: own } = { number: 0, body }] = readProtobuf(body);
    const { session } = stream;
    if (number === 2 && session) {
      this.#clients.set(session, { stream, name: text(readField(own, 2)) });
      stream.on('close', () => this.#clients.delete(session));
    }
    if (number === 1) stream.write(frameMessage(protobufMessage(1, protobufField(1, 1))));
    if (number !== 3) return;
    const isPlaces = readProtobuf(own).some((field) => field.number === 2);
    const updates = isPlaces
      ? this.#places.map((place) => protobufMessage(3, ...placeFields(place)))
      : [...this.servers].map(([name, server]) =>
          protobufMessage(1, ...serverFields(name, server)),
        );
    stream.write(frameMessage(updates.flatMap((update) => protobufMessage(2, update))));
  }

  /** The answer to a call, or why it is refused. */
  #answer(stream: ServerHttp2Stream, path: string, body: Uint8Array): ProtobufBytes | string {
    const method = path.replace(/.*\//, '');
    const name = text(readField(body, 1));
    if (!/^(?:Create|Get|Poll)/.test(method)) this.calls.push(`${method} ${name}`);
    const place = this.#places.find((each) => each.name === name);
    const user = stream.session && this.#clients.get(stream.session)?.name;
    const reservation = this.#reservations.find(({ token }) => token === name);
    if (method === 'CreateReservation') return this.#reserve(body);
    if (method === 'GetReservations') return this.#reservations.flatMap(reservationField);
    if (method === 'PollReservation') {
      return reservation ? reservationField(reservation) : `Reservation ${name} does not exist`;
    }
    if (method === 'CancelReservation') {
      if (!reservation) return `Reservation ${name} does not exist`;
      this.#reservations.splice(this.#reservations.indexOf(reservation), 1);
      this.#schedule();
    } else if (method === 'AcquirePlace') {
      if (!place || place.user !== '' || !user) return `Place ${name} is already acquired`;
      this.give(name, user);
    } else if (method === 'ReleasePlace' && place?.user === text(readField(body, 2))) {
      this.give(name, '');
    }
    return [];
  }

  #reserve(body: Uint8Array): ProtobufBytes {
    const filter = readField(readField(body, 1), 2);
    const tags = readProtobuf(filter).map(
      ({ body: pair }) => [text(readField(pair, 1)), text(readField(pair, 2))] as const,
    );
    const reservation = { token: `T${this.#created++}`, tags: new Map(tags) };
    this.#reservations.push(reservation);
    this.#schedule();
    return reservationField(reservation);
  }

  #created = 0;
}

const tagFields = (number: number, tags: Iterable<readonly [string, string]>) =>
  [...tags].map(([key, value]) => entry(number, key, protobufText(2, value)));

const placeFields = ({ name, tags, user }: FakePlace) => [
  protobufText(1, name),
  ...tagFields(4, Object.entries(tags)),
  protobufMessage(5, protobufText(1, 'lab'), protobufText(2, name), protobufText(3, '*')),
  protobufText(6, user),
];

function serverFields(
  name: string,
  { port, isAvailable }: { port?: number; isAvailable: boolean },
) {
  const number = port === undefined ? [] : protobufField(3, port);
  return [
    protobufMessage(1, protobufText(1, 'lab'), protobufText(2, name), protobufText(3, 'gdb')),
    protobufText(2, 'CyclescopeGDBServer'),
    entry(3, 'host', protobufMessage(2, protobufText(5, '127.0.0.1'))),
    entry(3, 'port', protobufMessage(2, number)),
    entry(3, 'probe', protobufMessage(2, protobufText(5, `SN-${name}`))),
    protobufField(6, isAvailable ? 1 : 0),
  ];
}

function reservationField({ token, tags, place }: FakeReservation): ProtobufBytes {
  const time = Buffer.alloc(8);
  time.writeDoubleLE(Number(token.slice(1)));
  return protobufMessage(
    1,
    protobufText(2, token),
    protobufField(3, place ? 1 : 0),
    entry(5, 'main', protobufMessage(2, ...tagFields(1, tags))),
    ...(place ? [entry(6, 'main', protobufText(2, place.name))] : []),
    [7 * 8 + 1, ...time],
  );
}
