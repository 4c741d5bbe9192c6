import { once } from 'node:events';
import type { ClientHttp2Session, ClientHttp2Stream } from 'node:http2';

/*
 * The part of gRPC that a coordinator needs: calls and one stream over one connection of HTTP/2, without TLS
 * and compression. Each message has five bytes in front of it: zero, and its length.
 */

/** A refusal by the service, with gRPC's number for its kind. */
export class GrpcError extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

/** A call that sends messages as well as it receives them. */
interface GrpcStream {
  send(message: readonly number[]): void;
  /** Resolves when the other side or the connection has ended it. */
  readonly ended: Promise<unknown>;
}

/** A connection to a service. */
export interface GrpcConnection {
  /** Calls a method by its path, and returns its answer. */
  call(path: string, message: readonly number[]): Promise<Uint8Array>;
  /** Opens a stream; it ends with the connection. */
  stream(path: string, receive: (message: Uint8Array) => void): GrpcStream;
  close(): void;
}

const OK = '0';
/** gRPC's number for a service that is not there. */
const UNAVAILABLE = 14;
/** A coordinator may wait ten seconds for each resource of a place. */
const CALL_MS = 60_000;
const CONNECT_MS = 10_000;

/** The headers of a call, and what starts a message. */
export const grpcHeaders = (path: string) => ({
  ':method': 'POST',
  ':path': path,
  'content-type': 'application/grpc',
  te: 'trailers',
});

/** A message with its length in front. */
export function frameMessage(message: readonly number[]): Buffer {
  const frame = Buffer.alloc(5 + message.length);
  frame.writeUInt32BE(message.length, 1);
  frame.set(message, 5);
  return frame;
}

/** Connects to a service at `host:port`. */
export async function connectGrpc(address: string, signal: AbortSignal): Promise<GrpcConnection> {
  // Loaded late: it takes longer to load than everything else here, and few users have a laboratory.
  const { connect } = await import('node:http2');
  const session = connect(`http://${address}`);
  session.on('error', () => undefined);
  const limit = AbortSignal.timeout(CONNECT_MS);
  try {
    // The settings are the first thing that a server of HTTP/2 sends.
    await once(session, 'remoteSettings', { signal: AbortSignal.any([signal, limit]) });
  } catch (error) {
    session.destroy();
    signal.throwIfAborted();
    throw limit.aborted ? new Error(`no answer within ${CONNECT_MS / 1000} s`) : error;
  }
  return {
    call: (path, message) => call(session, path, message),
    stream: (path, receive) => {
      const stream = session.request(grpcHeaders(path), { endStream: false });
      const ended = read(stream, receive).catch((error: unknown) => error);
      return { send: (message) => void stream.write(frameMessage(message)), ended };
    },
    close: () => session.destroy(),
  };
}

async function call(
  session: ClientHttp2Session,
  path: string,
  message: readonly number[],
): Promise<Uint8Array> {
  if (session.destroyed) throw new GrpcError(UNAVAILABLE, 'the connection was closed');
  const stream = session.request(grpcHeaders(path), { signal: AbortSignal.timeout(CALL_MS) });
  let answer: Uint8Array | undefined;
  const ended = read(stream, (received) => (answer = received));
  stream.end(frameMessage(message));
  await ended;
  return answer ?? new Uint8Array();
}

/** Reads messages until a stream ends; rejects if that was for another reason than success. */
async function read(stream: ClientHttp2Stream, receive: (message: Uint8Array) => void) {
  let rest = Buffer.alloc(0);
  const status = { 'grpc-status': undefined, 'grpc-message': undefined };
  stream.on('response', (headers) => Object.assign(status, headers));
  stream.on('trailers', (headers) => Object.assign(status, headers));
  stream.on('data', (bytes: Buffer) => {
    rest = Buffer.concat([rest, bytes]);
    for (;;) {
      if (rest.length < 5) return;
      const end = 5 + rest.readUInt32BE(1);
      if (rest.length < end) return;
      const message = rest.subarray(5, end);
      rest = rest.subarray(end);
      receive(message);
    }
  });
  const failure = await new Promise<Error | undefined>((resolve) => {
    stream.on('error', resolve);
    stream.on('close', () => resolve(undefined));
  });
  const { 'grpc-status': code, 'grpc-message': text = '' } = status;
  if (code === OK) return;
  if (code !== undefined) throw new GrpcError(Number(code), decodeURIComponent(text));
  throw new GrpcError(UNAVAILABLE, failure?.message ?? 'the connection was closed');
}
