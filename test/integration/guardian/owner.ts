import { FREERTOS_M7 } from '../../../extension/targets/qemu/machines';
import { openQemu } from '../../../extension/targets/qemu/open';
import { buildFirmware } from '../firmware/build';

/** Opens an emulator, prints its process id, and works until it is killed. */
async function main(): Promise<void> {
  const [firmwareSources = '', scratch = '', lockFolder = '', halfWritten = ''] =
    process.argv.slice(2);
  let pid = '';
  const link = await openQemu(
    FREERTOS_M7,
    buildFirmware([], firmwareSources),
    {
      signal: new AbortController().signal,
      log: { info: () => undefined, debug: (message) => (pid = message.split(' ').at(-1) ?? '') },
      cleanup: [halfWritten],
    },
    { scratchRoots: [scratch], lockFolder },
  );
  link.onStream(() => undefined);
  await link.sendLine('stream 100000000');
  process.stdout.write(`${pid}\n`);
}

void main();
