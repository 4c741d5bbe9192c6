import type { BoardSetup, SetupGap } from '../../setup';
import { serverNamed } from '../servers';
import type { Probe } from './probe';

/** The attached probes that no configuration names, as boards whose device is not known yet. */
export function probeBoards(
  probes: readonly Probe[],
  boards: readonly BoardSetup[],
): readonly BoardSetup[] {
  const added = probes.filter((probe) => !isNamed(probe, boards)).map(boardOf);
  return added.map((board, index) => {
    const before = added.slice(0, index).filter(({ id }) => id === board.id).length;
    return before === 0 ? board : { ...board, id: `${board.id} (${before + 1})` };
  });
}

function isNamed({ serial }: Probe, boards: readonly BoardSetup[]): boolean {
  const whole = serial.toUpperCase();
  return boards.some(({ probe, server }) => {
    if (probe === undefined || probe === '' || serial === '') return false;
    const named = probe.toUpperCase().replace(/^0+(?=.)/, '');
    const isPart = server !== undefined && serverNamed(server.kind)?.takesPartOfSerial === true;
    return isPart ? whole.includes(named) : whole.replace(/^0+/, '') === named;
  });
}

function boardOf(probe: Probe): BoardSetup {
  const { title, serial, usbId, isDenied } = probe;
  return {
    id: `probe:${serial === '' ? usbId : serial}`,
    title: serial === '' ? title : `${title} ${serial}`,
    source: `attached probe (USB ${usbId})`,
    probe: serial === '' ? undefined : serial,
    namesPrograms: false,
    gaps: [whichDevice(probe), ...(isDenied === true ? [DENIED] : [])],
  };
}

function whichDevice({ servers, serial }: Probe): SetupGap {
  const [kind = 'openocd'] = servers;
  const server = serverNamed(kind);
  const { member = 'device' } = server?.question ?? {};
  const device = `"${member}": ${server?.members[member] === 'texts' ? '[".."]' : '".."'}`;
  const probe = serial === '' ? '' : `, "probe": "${serial}"`;
  return {
    what: 'Its device is unknown: no configuration names this probe',
    remedy: `Add it to the setting cyclescope.boards: {"name": "..", "server": "${kind}", ${device}${probe}}`,
  };
}

const DENIED: SetupGap = {
  what: 'There is no permission to open the probe',
  remedy: 'Install the udev rules that come with OpenOCD, pyOCD or J-Link, and plug it in again.',
};
