import { TargetError } from '../../base';
import { isLoopback } from './laboratory';
import type { LabPlace, Resource } from './protocol';

/*
 * The resources of a place that can be measured through, as the addresses that would be used without labgrid:
 *
 *     CyclescopeGDBServer host=127.0.0.1 port=3331                    gdb://127.0.0.1:3331
 *     NetworkSerialPort   host=127.0.0.1 port=4000 speed=115200       serial://127.0.0.1:4000?baud=115200
 *     NetworkService      address=192.168.1.7 username=root port=22   ssh://root@192.168.1.7:22
 */

/** The class of a machine that is reached over SSH. */
export const NETWORK_SERVICE = 'NetworkService';

type Parameters = Resource['params'];

interface Way {
  readonly classes: RegExp;
  /** The parameter with the host. */
  readonly host: string;
  /** Anybody may use it who reaches it: over the loopback interface only. */
  readonly isOpen: boolean;
  readonly address: (host: string, params: Parameters) => string;
}

/** The first that a place has is used. */
const WAYS: readonly Way[] = [
  {
    classes: /(?:GDB|Debug)Server$/,
    host: 'host',
    isOpen: true,
    address: (host, params) => `gdb://${host}:${params.get('port')}`,
  },
  {
    classes: /^NetworkSerialPort$/,
    host: 'host',
    isOpen: true,
    address: (host, params) => {
      const isRaw = params.get('protocol') === 'raw';
      const setup = isRaw ? 'protocol=raw' : `baud=${params.get('speed') || 115_200}`;
      return `serial://${host}:${params.get('port')}?${setup}`;
    },
  },
  {
    classes: new RegExp(`^${NETWORK_SERVICE}$`),
    host: 'address',
    isOpen: false,
    address: (host, params) =>
      `ssh://${params.get('username')}@${host}:${params.get('port') || 22}`,
  },
];

const findWay = ({ cls }: Resource) => WAYS.find(({ classes }) => classes.test(cls));

/** Finds what is used at a place; throws if that is nothing, or not available. */
export function resourceAt({ name }: LabPlace, resources: readonly Resource[]): Resource {
  const usable = WAYS.flatMap(({ classes }) => resources.filter(({ cls }) => classes.test(cls)));
  const found = usable.find(({ isAvailable }) => isAvailable);
  if (found) return found;
  const [absent] = usable;
  if (absent) {
    throw new TargetError(
      'start-failed',
      `${absent.group}/${absent.name} of ${name} is not available`,
      `Check that it is attached to the computer of the exporter ${absent.exporter}.`,
    );
  }
  const others = resources.map(({ cls }) => cls);
  throw new TargetError(
    'start-failed',
    others.length === 0
      ? `Nothing is exported for ${name}`
      : `${name} has nothing to measure through, but ${others.join(', ')}`,
    others.length === 0
      ? `Start labgrid-exporter for it, or match what is exported: labgrid-client -p ${name} add-match 'EXPORTER/GROUP/*'`
      : 'Export a CyclescopeGDBServer, NetworkSerialPort or NetworkService there.',
  );
}

/** The address of what a place has. */
export function resourceAddress({ name }: LabPlace, resource: Resource): string {
  const way = findWay(resource);
  const { params, exporter } = resource;
  const host = way && params.get(way.host);
  if (!way || !host || (way.isOpen && !params.get('port'))) {
    throw new TargetError(
      'start-failed',
      `${resource.group}/${resource.name} of ${name} was not started: ${params.get('why') || 'it has no port'}`,
      `The output of the exporter ${exporter} explains it.`,
    );
  }
  if (way.isOpen && !isLoopback(host)) {
    throw new TargetError(
      'start-failed',
      `${resource.group}/${resource.name} of ${name} is not used: it is at ${host}, where anybody in the network can write to the board`,
      `Start its exporter with --hostname 127.0.0.1, and reach its port through an SSH tunnel.`,
    );
  }
  return way.address(host.includes(':') ? `[${host}]` : host, params);
}
