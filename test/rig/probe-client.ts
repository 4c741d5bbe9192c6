import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { once } from 'node:events';

/** Single accesses to a debug port, over the protocol of pyOCD's remote probes. */
export interface ProbeClient {
  readDp(address: number): Promise<number>;
  writeDp(address: number, value: number): Promise<void>;
  /** Reads memory through the access port, whole words within a page of 4 KiB. */
  readMemory(address: number, words: number): Promise<readonly number[]>;
  writeMemory(address: number, word: number): Promise<void>;
}

interface Reply {
  readonly result?: unknown;
  readonly error?: string;
}

const CSW = 0x00;
const TAR = 0x04;
const DRW = 0x0c;
/** Words, the address growing by itself. */
const WORDS = 0x23000052;

/** Holds a rig's probe exclusively, until the rig ends. */
export async function connectProbe(port: number): Promise<ProbeClient> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  await once(socket, 'connect');
  const waiting: ((reply: Reply) => void)[] = [];
  createInterface({ input: socket }).on('line', (line) => waiting.shift()?.(JSON.parse(line)));
  const ask = async (request: string, ...args: unknown[]) => {
    const reply = new Promise<Reply>((resolve) => waiting.push(resolve));
    socket.write(`${JSON.stringify({ id: 0, request, arguments: args })}\n`);
    const { result, error } = await reply;
    if (error !== undefined) throw new Error(`${request}: ${error}`);
    return result;
  };
  await ask('open');
  await ask('write_ap', CSW, WORDS);
  return {
    readDp: async (address) => (await ask('read_dp', address)) as number,
    writeDp: async (address, value) => void (await ask('write_dp', address, value)),
    readMemory: async (address, words) => {
      await ask('write_ap', TAR, address);
      return (await ask('read_ap_multiple', DRW, words)) as number[];
    },
    writeMemory: async (address, word) => {
      await ask('write_ap', TAR, address);
      await ask('write_ap', DRW, word);
    },
  };
}
