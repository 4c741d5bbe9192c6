import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { findServerFailure } from '../../failures';
import { anyStart, boardWith } from '../../testing';
import { JLINK_CAUSES, jlinkCommand } from './process';
import { connectChannel, jlink } from './server';

const setup = { kind: 'jlink', program: '/opt/JLink', device: 'MCIMXRT1052', args: [] } as const;

describe('the command line', () => {
  test('follows the manual', () => {
    const start = anyStart(setup, { probe: '600012345', speedKhz: 4000 });
    expect(jlinkCommand(start)).toEqual({
      program: '/opt/JLink',
      args: [
        '-singlerun',
        '-nogui',
        '-localhostonly',
        '1',
        '-if',
        'SWD',
        '-port',
        '1',
        '-swoport',
        '2',
        '-telnetport',
        '3',
        '-rtttelnetport',
        '4',
        '-device',
        'MCIMXRT1052',
        '-select',
        'usb=600012345',
        '-speed',
        '4000',
        '-noir',
      ],
    });
  });

  test.each([
    [{}, {}, 'usb'],
    [{ address: '10.0.0.7' }, { probe: '1' }, 'ip=10.0.0.7'],
  ])('selects the emulator: %j', (more, board, selected) => {
    const { args } = jlinkCommand(anyStart({ ...setup, ...more }, board));
    expect(args[args.indexOf('-select') + 1]).toBe(selected);
  });

  test("selects JTAG, and puts the user's own options last", () => {
    const own = { ...setup, interface: 'jtag', args: ['-jlinkscriptfile', 'x'] } as const;
    const { args } = jlinkCommand(anyStart(own));
    expect(args[args.indexOf('-if') + 1]).toBe('JTAG');
    expect(args.slice(-2)).toEqual(['-jlinkscriptfile', 'x']);
  });
});

test('is ready a moment after it reports that', () => {
  expect('Waiting for GDB connection...').toMatch(jlink.ready);
  expect(jlink.settleMs).toBeGreaterThanOrEqual(500);
});

test.each([
  ["Failed to get index for device name 'X'.GDBServer will be closed...", /"MCIMXRT1052"/],
  ['ERROR: Failed to open listener port 2331.', /port 2331/],
  ['Connecting to J-Link failed. Connected correctly?', /No J-Link 600012345 was found/],
  ['Could not connect to J-Link.', /No J-Link 600012345 was found/],
  ['Target voltage: 0.00 V', /no supply voltage/],
  ['Could not connect to target.', /target does not answer/],
  ['Please accept the terms of use first', /waiting for an answer.*terms of use/],
])('recognises %s', (line, message) => {
  const board = boardWith(setup, { probe: '600012345' });
  expect(findServerFailure(JLINK_CAUSES, [line], board)).toMatchObject({
    message: expect.stringMatching(message),
    hint: expect.any(String),
  });
});

test('does not take its banner for a failure', () => {
  const banner = [
    'Firmware: J-Link V10 compiled Feb  4 2021 12:58:41',
    'Feature(s): RDI, FlashBP, FlashDL, JFlash, GDB',
    'License(s): RDI, FlashBP, FlashDL, JFlash, GDB',
    'Target connection timeout:     0 ms',
    'Target voltage: 3.31 V',
    'Connected to target',
  ];
  expect(findServerFailure(JLINK_CAUSES, banner, boardWith(setup))).toBeUndefined();
});

describe('an RTT connection', () => {
  const BANNER = 'SEGGER J-Link V7.92 - Real time terminal output\r\nSEGGER J-Link V10, SN=1\r\n';
  let server: Server | undefined;
  let peers: Socket[] = [];
  afterEach(() => {
    peers.forEach((peer) => peer.destroy());
    server?.close();
    peers = [];
  });

  function serve(accept: (socket: Socket) => void): Promise<number> {
    return new Promise((resolve) => {
      const listening = createServer((socket) => {
        peers.push(socket);
        accept(socket);
      }).listen(0, '127.0.0.1', () => resolve((listening.address() as AddressInfo).port));
      server = listening;
    });
  }
  const connect = (port: number) =>
    connectChannel({ port, channel: 2, controlBlock: 0x2000abc0 }, new AbortController().signal);

  test('requests its channel at once and drops the banner, however it is split', async () => {
    let received = '';
    const port = await serve((socket) => {
      socket.on('data', (bytes: Buffer) => (received += bytes.toString()));
      socket.write(BANNER);
      setImmediate(() => socket.write(Buffer.from('Process: JLinkGDBServerCLExe\r\n\0\x01')));
    });
    const channel = await connect(port);
    const data = await new Promise<Buffer>((resolve) => channel.once('data', resolve));
    expect([...data]).toEqual([0, 1]);
    const config = '$$SEGGER_TELNET_ConfigStr=RTTCh;2;SetRTTAddr;0x2000abc0$$';
    await vi.waitFor(() => expect(received).toBe(config));
    channel.destroy();
  });

  test('that closes immediately is refused', async () => {
    const port = await serve((socket) => socket.destroy());
    await expect(connect(port)).rejects.toThrow(/closed the connection|no banner/);
  });

  test('without a banner is not an RTT service', async () => {
    const port = await serve((socket) => socket.write(Buffer.alloc(2000)));
    await expect(connect(port)).rejects.toThrow('the RTT service sent no banner');
  });
});
