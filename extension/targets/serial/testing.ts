import { createServer, type Socket } from 'node:net';
import { LOOPBACK } from '../../host';

/** A server of one serial port, for tests. */
export interface PortServer {
  readonly port: number;
  /** Every command it received, in hexadecimal. */
  readonly commands: readonly string[];
  /** Resolves once it has received a command. */
  waitForCommand(command: string): Promise<void>;
  /** Sends bytes of the line to the client. */
  send(bytes: Uint8Array): void;
  /** Ends the client's connection. */
  hangUp(): void;
  close(): Promise<void>;
}

interface PortServing {
  /** Answers to commands that differ from those of a server that agrees to all; both in hexadecimal. */
  readonly answers?: Readonly<Record<string, string>>;
  /** Sent before anything else, in hexadecimal. */
  readonly greeting?: string;
  /** The server ends the connection after its greeting. */
  readonly isFull?: boolean;
  /** Bytes are carried as they are, without telnet. */
  readonly isRaw?: boolean;
  /** Receives what the client sends over the line. */
  readonly onData?: (bytes: Uint8Array) => void;
}

const AGREED: Readonly<Record<string, string>> = {
  fffb2c: 'fffd2c',
  fffb00: 'fffd00',
  fffd00: 'fffb00',
};

/** A subnegotiation, an option, a byte of data that is doubled, or data. */
const PIECE = /\xff(?:\xfa(?:[^\xff]|\xff\xff)*\xff\xf0|[\xfb-\xfe][^]|\xff)|[^\xff]+/y;

/** Starts a server of RFC 2217 on loopback; its way of reading telnet is not the client's. */
export async function startPortServer(serving: PortServing = {}): Promise<PortServer> {
  const commands: string[] = [];
  const waiters = new Map<string, () => void>();
  let client: Socket | undefined;
  const answerTo = (command: string): string => {
    const setting = /^fffa2c0([1-5])(.*)fff0$/.exec(command);
    const usual = setting
      ? `fffa2c${(100 + Number(setting[1])).toString(16)}${setting[2]}fff0`
      : '';
    return serving.answers?.[command] ?? AGREED[command] ?? usual;
  };
  const take = (piece: string) => {
    if (!piece.startsWith('\xff') || piece === '\xff\xff') {
      return serving.onData?.(Buffer.from(piece === '\xff\xff' ? '\xff' : piece, 'latin1'));
    }
    const command = Buffer.from(piece, 'latin1').toString('hex');
    commands.push(command);
    client?.write(Buffer.from(answerTo(command), 'hex'));
    waiters.get(command)?.();
  };
  const server = createServer((socket) => {
    client = socket;
    let rest = '';
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      if (serving.isRaw) return serving.onData?.(chunk);
      rest += chunk.toString('latin1');
      let end = 0;
      for (PIECE.lastIndex = 0; ; end = PIECE.lastIndex) {
        const [piece] = PIECE.exec(rest) ?? [];
        if (piece === undefined) break;
        take(piece);
      }
      rest = rest.slice(end);
    });
    socket.write(Buffer.from(serving.greeting ?? '', 'hex'));
    if (serving.isFull) socket.end();
  });
  await new Promise<void>((resolve) => server.listen(0, LOOPBACK, resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no TCP address');
  return {
    port: address.port,
    commands,
    waitForCommand: (command) =>
      commands.includes(command)
        ? Promise.resolve()
        : new Promise((resolve) => waiters.set(command, resolve)),
    send: (bytes) => {
      const text = Buffer.from(bytes).toString('latin1');
      client?.write(
        serving.isRaw ? bytes : Buffer.from(text.replaceAll('\xff', '\xff\xff'), 'latin1'),
      );
    },
    hangUp: () => client?.destroy(),
    close: () => {
      client?.destroy();
      return new Promise((resolve) => void server.close(() => resolve()));
    },
  };
}
