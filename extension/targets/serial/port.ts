import { execFile } from 'node:child_process';
import { closeSync, constants, openSync, writeSync } from 'node:fs';
import { ReadStream } from 'node:tty';
import { promisify } from 'node:util';
import { findProgram, type VendorProgram } from '../programs/locate';
import type { SerialSetup } from '../swd/setup';
import { noStty, openFailure, portGone, setupFailure } from './failures';
import type { SerialLine } from './line';

/** The system's own program that sets serial ports up. */
export const STTY: VendorProgram = { names: { linux: 'stty' }, folders: {} };

const SETUP_MS = 5000;

/** Opens a port and sets it up: so many baud, eight bits, nothing added, changed or echoed. */
export async function openPort(address: SerialSetup, signal: AbortSignal): Promise<SerialLine> {
  const { O_RDWR, O_NOCTTY, O_NONBLOCK } = constants;
  let file: number;
  try {
    // Without O_NONBLOCK it would wait for a modem's carrier.
    file = openSync(address.path, O_RDWR | O_NOCTTY | O_NONBLOCK);
  } catch (error) {
    throw openFailure(address, (error as NodeJS.ErrnoException).code);
  }
  try {
    // What is set goes away with the last one who has the port open.
    await setUp(address, signal);
    return lineOf(address, file);
  } catch (error) {
    closeSync(file);
    throw error;
  }
}

async function setUp(address: SerialSetup, signal: AbortSignal): Promise<void> {
  const stty = findProgram(STTY);
  if (stty === undefined) throw noStty();
  const device = [process.platform === 'linux' ? '-F' : '-f', address.path];
  const manners = ['raw', '-echo', 'cs8', '-cstopb', '-parenb', 'clocal', '-crtscts'];
  const args = [...device, String(address.baud), ...manners];
  await promisify(execFile)(stty, args, {
    ...{ timeout: SETUP_MS, signal },
    env: { ...process.env, LC_ALL: 'C' },
  }).catch((error: unknown) => {
    const { stderr, message } = error as Error & { stderr?: string };
    throw setupFailure(address, stderr === undefined || stderr === '' ? message : stderr);
  });
}

function lineOf(address: SerialSetup, file: number): SerialLine {
  const input = new ReadStream(file);
  let isOpen = true;
  return {
    start: ({ bytes, gone }) => {
      input.on('data', (data: Buffer) => bytes(data));
      input.on('error', (error) => gone(portGone(address, error.message)));
      input.on('close', () => gone(portGone(address, '')));
    },
    write: (bytes) => {
      try {
        if (isOpen) writeSync(file, bytes);
      } catch (error) {
        // What does not fit is lost like anything on a line; what else there is, reading tells.
        if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return;
        input.destroy(error as Error);
      }
    },
    pause: () => void input.pause(),
    resume: () => void input.resume(),
    close: () => {
      if (!isOpen) return;
      isOpen = false;
      input.destroy();
      closeSync(file);
    },
  };
}
