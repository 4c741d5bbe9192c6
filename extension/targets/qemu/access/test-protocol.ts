import { mkdirSync } from 'node:fs';
import type { Socket } from 'node:net';
import type { Elf } from '../../../agent';
import { contains, type Memory } from '../../../rtt';
import { writeRam } from '../../board';
import { listCallingArguments, type QemuBoard, type ScratchFiles } from '../machines';
import { connectQmp } from '../qmp';
import { explainEmulatorFailure, expectQemu } from '../start';
import type { AccessPlan } from './access';
import { constantAt } from './constants';

/**
 * Plans access without shared memory, by QEMU's test protocol. It reads and writes memory while the core runs and takes
 * no instruction from it. QEMU connects to ports of ours, so that none is open to others.
 */
export async function planTestProtocol(
  board: QemuBoard,
  { folder }: ScratchFiles,
  elf: Elf,
  life: AbortSignal,
): Promise<AccessPlan> {
  mkdirSync(folder, { mode: 0o700 });
  const [control, test] = [await expectQemu(life), await expectQemu(life)];
  return {
    args: listCallingArguments(board, { qmp: control.port, test: test.port }),
    connect: async () => {
      const qmp = await connectQmp(await control.socket, life);
      const protocol = connectTestProtocol(await test.socket);
      const { ram } = board;
      const explainFailure = async <T>(reply: Promise<T>) =>
        reply.catch(async (error: unknown) => {
          throw await explainEmulatorFailure(error, life, 'target-gone', 'No access to its memory');
        });
      const memory: Memory = {
        read: async (address, length) =>
          contains(ram, address, length)
            ? explainFailure(protocol.read(address, length))
            : constantAt(elf, address, length),
        write: (address, bytes) => explainFailure(protocol.write(address, bytes)),
      };
      return {
        qmp,
        memory,
        deploy: (pieces, onDeploy) => writeRam(inBlocks(protocol), pieces, onDeploy),
        close: () => {
          qmp.close();
          protocol.close();
        },
      };
    },
  };
}

/** QEMU's test protocol: accesses to all memory of a machine. */
interface TestProtocol extends Memory {
  close(): void;
}

interface Waiter {
  readonly resolve: (answer: string) => void;
  readonly reject: (error: Error) => void;
}

const NEWLINE = '\n';

/** Runs the test protocol over a connected socket: one line of answer to each line, in order. */
export function connectTestProtocol(socket: Socket): TestProtocol {
  const waiters: Waiter[] = [];
  let failure: Error | undefined;
  let unread: string[] = [];
  const fail = (error: Error) => {
    failure ??= error;
    for (const { reject } of waiters.splice(0)) reject(failure);
    socket.destroy();
  };
  socket.setEncoding('latin1').on('data', (text: string) => {
    unread.push(text);
    // An answer of many bytes comes in many parts, which are joined once.
    if (!text.includes(NEWLINE)) return;
    const lines = unread.join('').split(NEWLINE);
    unread = [lines.pop() ?? ''];
    for (const line of lines) waiters.shift()?.resolve(line);
  });
  socket.on('error', fail).on('close', () => fail(new Error('QEMU closed its test protocol')));

  const ask = async (command: string) => {
    if (failure !== undefined) throw failure;
    const answer = await new Promise<string>((resolve, reject) => {
      waiters.push({ resolve, reject });
      socket.write(command + NEWLINE);
    });
    const [word, value = ''] = answer.split(' ');
    if (word !== 'OK') throw new Error(`QEMU refused ${command.slice(0, 40)}: ${answer}`);
    return value;
  };
  return {
    // QEMU ends at a request for no bytes.
    read: async (address, length) => {
      if (length === 0) return new Uint8Array();
      const bytes = Buffer.from(await ask(`b64read ${address} ${length}`), 'base64');
      if (bytes.length !== length) throw new Error(`QEMU answered with ${bytes.length} bytes`);
      return bytes;
    },
    write: async (address, bytes) => {
      if (bytes.length === 0) return;
      await ask(`b64write ${address} ${bytes.length} ${Buffer.from(bytes).toString('base64')}`);
    },
    close: () => fail(new Error('The connection is closed')),
  };
}

/** The bytes that are written before progress is reported. */
const BLOCK = 0x1000;

/** Writing of an image, with progress. */
function inBlocks({ read, write }: TestProtocol): Parameters<typeof writeRam>[0] {
  return {
    read,
    write: async (address, data, onWritten) => {
      for (let at = 0; at < data.length; at += BLOCK) {
        const part = data.subarray(at, at + BLOCK);
        await write(address + at, part);
        onWritten(at + part.length);
      }
    },
  };
}
