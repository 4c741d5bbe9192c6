import { describe, expect, it } from 'vitest';
import { redact } from './diagnostics';

const who = {
  home: '/home/erika',
  extension: '/opt/acme/ext/cyclescope-0.1.0',
  user: 'erika',
  hosts: ['erikas-pc', 'bench7.example.org'],
  folders: ['/home/erika/acme/motor', '/srv/build (old)'],
};

describe('diagnostics', () => {
  it.each([
    ['see /home/erika/.cache/x', 'see <home>/.cache/x'],
    ['in /home/erika/acme/motor/src', 'in <folder 1>/src'],
    ['at /opt/acme/ext/cyclescope-0.1.0/dist/x.cjs:7', 'at <extension>/dist/x.cjs:7'],
    ['/srv/build (old)/main.c', '<folder 2>/main.c'],
    ['/home/erikas stays, another folder', '/home/erikas stays, another folder'],
    ['user Erika on ERIKAS-PC', 'user <user> on <host>'],
    ['ssh://root@10.1.2.3:22 and ssh://board', 'ssh://<machine> and ssh://<machine>'],
    ['ssh: erika.m@bench7.example.org refused', 'ssh: <user>@<machine> refused'],
    ['at bench7.example.org', 'at <host>'],
    ['address 192.168.7.2, not 127.0.0.1', 'address <address>, not 127.0.0.1'],
    ['Serial number: 000683012345', 'Serial number: <serial>'],
    ['"serialNumber": "E6614103E7452D2F"', '"serialNumber": "<serial>"'],
    ['ST-LINK 066DFF535254887767112233', 'ST-LINK <serial>'],
    ['/dev/serial/by-id/usb-Arm_DAP_0231-if01', '/dev/serial/by-id/<serial>'],
    ['uuid 123e4567-e89b-12d3-a456-426614174000', 'uuid <serial>'],
    ['mac 00:1a:2B:3c:4d:5e', 'mac <serial>'],
  ])('%s', (text, expected) => {
    expect(redact(text, who)).toBe(expected);
  });

  it('keep what helps: versions, hashes, figures, and words that only contain a name', () => {
    const kept = `QEMU 7.2.19, sha256 ${'0123456789abcdef'.repeat(4)}, 1,930 instr, erikan, serial ports`;
    expect(redact(kept, who)).toBe(kept);
  });

  it('find a Windows path in both spellings', () => {
    const own = { ...who, home: 'C:\\Users\\Erika', folders: [] };
    expect(redact('c:\\users\\erika\\x and C:/Users/Erika/y', own)).toBe('<home>\\x and <home>/y');
  });

  it('do not treat a common name as a secret', () => {
    const root = { home: '/root', extension: '', user: 'root', hosts: ['localhost'], folders: [] };
    expect(redact('the root task on localhost, /root/x', root)).toBe(
      'the root task on localhost, <home>/x',
    );
  });

  it('ignore empty names', () => {
    const nobody = { home: '', extension: '', user: '', hosts: [''], folders: ['', '/'] };
    expect(redact('a / b', nobody)).toBe('a / b');
  });
});
