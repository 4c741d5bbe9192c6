import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/*
 * Reads what other load there was while a target measured. Linux reports it in files, which a shell
 * prints alike on this computer and on others:
 *
 *     0.52 0.40 0.31 2/310 4711        load
 *     cpu  10 0 20 900 1 0 0 7 0 0     the eighth number is stolen time, in hundredths of a second
 *     ctxt 123456
 *     cpu MHz : 2400.000
 */
const FILES = ['/proc/loadavg', '/proc/stat', '/proc/cpuinfo'];
const PROCESSORS = '/sys/devices/system/cpu';
const RATE = 'cpufreq/scaling_cur_freq';

/** Prints the state of the computer that executes it; free of quote marks. */
export const CONDITIONS_SCRIPT = `cat ${FILES.join(' ')} 2>/dev/null; grep -H . ${PROCESSORS}/cpu*/${RATE} 2>/dev/null; true`;

/** The state of this computer, in the words of the script; empty where it does not report any. */
export async function readOwnConditions(): Promise<string> {
  if (process.platform !== 'linux') return '';
  const names = await readdir(PROCESSORS).catch(() => []);
  const rates = names
    .filter((name) => /^cpu\d+$/.test(name))
    .map(async (name) => {
      const path = join(PROCESSORS, name, RATE);
      const rate = await readIfPossible(path);
      return rate && `${path}:${rate}`;
    });
  return (await Promise.all([...FILES.map(readIfPossible), ...rates])).join('');
}

const readIfPossible = (path: string) => readFile(path, 'utf8').catch(() => '');

/** Facts about a run, from the states of the computer at its start and its end. */
export function conditionsBetween(begin: string, end: string): Record<string, string> {
  const [first, last] = [begin, end].map(read);
  if (first === undefined || last === undefined) return {};
  const risen = (key: 'stolen' | 'switches'): number | undefined => {
    const [low, high] = [first[key], last[key]];
    return low === undefined || high === undefined ? undefined : high - low;
  };
  const stolen = risen('stolen');
  const facts = {
    load_begin: first.load,
    load_end: last.load,
    stolen_ms: stolen === undefined ? undefined : String(stolen * 10),
    context_switches: risen('switches')?.toString(),
    cpu_mhz_begin: first.rates,
    cpu_mhz_end: last.rates,
  };
  return Object.fromEntries(
    Object.entries(facts).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

function read(text: string) {
  const stolen = /^cpu +(?:\d+ ){7}(\d+)/m.exec(text)?.[1];
  const switches = /^ctxt (\d+)$/m.exec(text)?.[1];
  return {
    load: /^(\d+\.\d+) \S+ \S+ \d+\/\d+ \d+$/m.exec(text)?.[1],
    stolen: stolen === undefined ? undefined : Number(stolen),
    switches: switches === undefined ? undefined : Number(switches),
    rates: parseRates(text),
  };
}

/** The rates of all processors in MHz, or their range. */
function parseRates(text: string): string | undefined {
  const scaling = [...text.matchAll(/scaling_cur_freq:(\d+)$/gm)].map(
    ([, kHz]) => Number(kHz) / 1e3,
  );
  const named = [...text.matchAll(/^cpu MHz\s*: ([\d.]+)$/gm)].map(([, mhz]) => Number(mhz));
  const rates = scaling.length > 0 ? scaling : named;
  if (rates.length === 0) return undefined;
  const [low, high] = [Math.min(...rates), Math.max(...rates)].map(Math.round);
  return low === high ? String(low) : `${low} to ${high}`;
}
