import { expect, test } from 'vitest';
import type { ProbeUse } from '../../../targets/board/ownership/use';
import { listProbeUses } from './sessions';

const any: ProbeUse = { kind: 'local' };
const probe = (serial: string): ProbeUse => ({ kind: 'local', serial });
const at = (host: string, port: number): ProbeUse => ({ kind: 'server', host, port });

test.each<[string, object, readonly ProbeUse[]]>([
  ['cortex-debug', { servertype: 'openocd', configFiles: ['a.cfg'] }, [any]],
  [
    'cortex-debug',
    { servertype: 'openocd', openOCDLaunchCommands: ['adapter serial ABC'] },
    [probe('ABC')],
  ],
  ['cortex-debug', { servertype: 'jlink', serialNumber: '683' }, [probe('683')]],
  ['cortex-debug', { servertype: 'jlink', serialNumber: 683 }, [probe('683')]],
  [
    'cortex-debug',
    { servertype: 'jlink', ipAddress: '10.0.0.7' },
    [{ kind: 'network', address: '10.0.0.7' }],
  ],
  ['cortex-debug', { servertype: 'jlink', serverArgs: ['-select', 'usb=77'] }, [probe('77')]],
  ['cortex-debug', { servertype: 'pyocd', boardId: '0240' }, [probe('0240')]],
  ['cortex-debug', { servertype: 'external', gdbTarget: 'lab:3333' }, [at('lab', 3333)]],
  ['cortex-debug', { servertype: 'external', gdbTarget: '/dev/ttyACM0' }, []],
  ['cortex-debug', { servertype: 'qemu' }, []],
  ['mcuxpresso-debug', { probeSerialNumber: 'ABC' }, [probe('ABC')]],
  ['mcuxpresso-debug', { probeSerialNumber: '' }, [any]],
  ['cppdbg', { miDebuggerServerAddress: 'localhost:3333' }, [at('localhost', 3333)]],
  ['cppdbg', { program: 'a.out', MIMode: 'gdb' }, []],
  [
    'cppdbg',
    { debugServerPath: 'openocd', debugServerArgs: '-c "adapter serial ABC"' },
    [probe('ABC')],
  ],
  ['gdbtarget', { target: { host: 'lab', port: '3333' } }, [at('lab', 3333)]],
  [
    'gdbtarget',
    { target: { server: 'pyocd', serverParameters: ['gdbserver', '-u', '0240'] } },
    [probe('0240')],
  ],
  ['node', { program: 'a.js' }, []],
])('%s %j', (type, config, uses) => {
  expect(listProbeUses(type, config)).toEqual(uses);
});
