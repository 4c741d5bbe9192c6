import { expect, it } from 'vitest';
import { parseSimulation, parseSizes } from './apt.mjs';

it('reads which packages apt would install', () => {
  const text = [
    'Reading package lists...',
    'The following NEW packages will be installed:',
    '  libfdt1 qemu-system-arm',
    'Inst libfdt1 (1.6.1-4+b1 Debian:12.15/oldstable [amd64])',
    'Inst gcc [12.1-1] (12.2-3 Debian:12.15/oldstable [amd64]) []',
    'Conf libfdt1 (1.6.1-4+b1 Debian:12.15/oldstable [amd64])',
  ].join('\n');
  expect(parseSimulation(text)).toEqual(['libfdt1=1.6.1-4+b1', 'gcc=12.2-3']);
});

it('adds up sizes, the installed ones in KiB', () => {
  const text = [
    'Package: a\nInstalled-Size: 100000\nSize: 50000000',
    'Package: b\nInstalled-Size: 50000\nSize: 10000001\nDescription: Size: 5',
  ].join('\n\n');
  expect(parseSizes(text)).toEqual({ downloadMB: 61, diskMB: 154, exact: true });
});
