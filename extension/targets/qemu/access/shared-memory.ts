import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import type { Elf } from '../../../agent';
import { connectGdb, QEMU_STUB } from '../../../gdb';
import { contains, type Memory, type Region } from '../../../rtt';
import { ramOver, writeRam } from '../../board';
import { qemuArguments, type QemuBoard, type ScratchFiles } from '../machines';
import { connectQmp } from '../qmp';
import { createScratch } from '../scratch';
import { connectWhenReady } from '../start';
import type { AccessPlan, MachineAccess } from './access';
import { constantAt } from './constants';

/** Plans access by a file that is the machine's RAM, which POSIX systems share between programs. */
export function planSharedMemory(
  board: QemuBoard,
  files: ScratchFiles,
  elf: Elf,
  life: AbortSignal,
): AccessPlan {
  createScratch(files, board.ram.end - board.ram.start);
  return {
    args: qemuArguments(board, files),
    connect: async () => {
      const qmp = await connectQmp(await connectWhenReady(files.qmp, life), life);
      const memory = openSharedMemory(files.ram, board.ram, elf);
      return {
        qmp,
        memory,
        deploy: deployOverStub(files, life),
        close: () => {
          qmp.close();
          memory.close();
        },
      };
    },
  };
}

/** Afterwards the stub is left alone: any byte to it would stop the running core. */
function deployOverStub(files: ScratchFiles, life: AbortSignal): MachineAccess['deploy'] {
  return async (pieces, onDeploy) => {
    const socket = await connectWhenReady(files.gdb, life);
    try {
      const client = await connectGdb(socket, { quirks: QEMU_STUB, signal: life });
      await writeRam(ramOver(client), pieces, onDeploy);
    } finally {
      socket.destroy();
    }
  };
}

/** A running machine's memory: its RAM in a shared file, constants elsewhere from the image. */
interface SharedMemory extends Memory {
  close(): void;
}

/** Opens the file behind a machine's RAM. */
export function openSharedMemory(path: string, ram: Region, elf: Elf): SharedMemory {
  const file = openSync(path, 'r+');
  let isClosed = false;
  return {
    read: async (address, length) => {
      if (isClosed) throw new Error('The file is closed');
      if (!contains(ram, address, length)) return constantAt(elf, address, length);
      const bytes = new Uint8Array(length);
      readSync(file, bytes, 0, length, address - ram.start);
      return bytes;
    },
    write: async (address, bytes) => {
      if (!isClosed) writeSync(file, bytes, 0, bytes.length, address - ram.start);
    },
    close: () => {
      if (!isClosed) closeSync(file);
      isClosed = true;
    },
  };
}
