// Bundled and run by bench-decode.mjs: `count|store FILE REPETITIONS` prints events, ticks and
// processor seconds of every repetition; `stream FILE` reads the file in pieces and prints the peak
// memory.
import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import { newDecoder } from '../../extension/systemview/decoder';

const CHUNK = 1 << 20;
const [mode, file = '', repetitions = '1'] = process.argv.slice(2);

if (mode === 'stream') stream();
else
  for (let n = 0; n < Number(repetitions); n++) print(decode(new Uint8Array(readFileSync(file))));

function decode(/** @type {Uint8Array} */ bytes) {
  const decoder = newDecoder({ store: mode === 'store' });
  const start = process.cpuUsage();
  for (let at = 0; at < bytes.length; at += CHUNK) decoder.push(bytes.subarray(at, at + CHUNK));
  const recording = decoder.finish();
  const { user, system } = process.cpuUsage(start);
  return { recording, seconds: (user + system) / 1e6 };
}

function stream() {
  const decoder = newDecoder();
  const chunk = new Uint8Array(CHUNK);
  const handle = openSync(file, 'r');
  for (let count = 1; count > 0;) {
    count = readSync(handle, chunk);
    decoder.push(chunk.subarray(0, count));
  }
  closeSync(handle);
  decoder.finish();
  console.log(process.resourceUsage().maxRSS * 1024);
}

function print(/** @type {ReturnType<typeof decode>} */ { recording, seconds }) {
  const tally = recording.streams[0]?.tallies[0];
  if (tally === undefined) throw new Error('nothing was decoded');
  console.log(`${tally.events} ${tally.lastTicks} ${seconds.toFixed(6)}`);
}
