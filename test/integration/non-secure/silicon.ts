import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { frame, packetReader } from '../../stand-ins/lib/packets.mjs';

/** Differences between an emulator's core and the one that it stands for. */
export interface Silicon {
  /** Words that it reads otherwise, by their addresses. */
  readonly words: ReadonlyMap<number, number>;
  /** A debugger gets hold of it only there after a reset, because what comes before is closed to it. */
  readonly opensAt?: number;
}

const RESET = `qRcmd,${Buffer.from('system_reset').toString('hex')}`;
const INTERRUPT = Uint8Array.of(3);
const RETRY_MS = 20;

/** Stands between a debugger and the GDB server of an emulator, and gives the port. */
export async function standInFront(emulator: number, silicon: Silicon) {
  const listening = createServer((client) => {
    client.setNoDelay(true);
    // An emulator that was just started listens a moment later.
    const reach = () => {
      const upstream = connect({ host: '127.0.0.1', port: emulator, noDelay: true });
      const again = () => void setTimeout(reach, RETRY_MS);
      upstream.once('error', again).once('connect', () => {
        upstream.off('error', again).on('error', () => client.destroy());
        client.on('close', () => upstream.destroy());
        upstream.on('close', () => client.destroy());
        relay(client, upstream, silicon);
      });
    };
    reach();
  }).listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const { port } = listening.address() as AddressInfo;
  return { port, close: () => listening.close() };
}

function relay(client: Socket, upstream: Socket, { words, opensAt }: Silicon): void {
  let inner: ((reply: string) => void) | undefined;
  const ask = (packet: string) =>
    new Promise<string>((resolve) => {
      inner = (reply) => {
        // What is printed comes before the answer.
        if (/^O[0-9a-f]/.test(reply)) return;
        inner = undefined;
        resolve(reply);
      };
      upstream.write(frame(packet));
    });
  const reset = async (at: string) => {
    await ask(RESET);
    for (const packet of [`Z1,${at},2`, 'c', `z1,${at},2`]) await ask(packet);
    client.write(frame('OK'));
  };
  const fromClient = packetReader(
    (bytes) => {
      client.write('+');
      const packet = bytes.toString('latin1');
      const [, address = ''] = /^m([0-9a-f]+),4$/.exec(packet) ?? [];
      const word = words.get(Number.parseInt(address, 16));
      if (word !== undefined) {
        client.write(frame(Buffer.from(Uint32Array.of(word).buffer).toString('hex')));
      } else if (packet === RESET && opensAt !== undefined) {
        void reset(opensAt.toString(16));
      } else {
        upstream.write(frame(packet));
      }
    },
    () => upstream.write(INTERRUPT),
  );
  const fromEmulator = packetReader(
    (bytes) => {
      upstream.write('+');
      const reply = bytes.toString('latin1');
      if (inner) inner(reply);
      else client.write(frame(reply));
    },
    () => undefined,
  );
  client.on('data', (bytes) => fromClient(bytes as Buffer));
  upstream.on('data', (bytes) => fromEmulator(bytes as Buffer));
}
