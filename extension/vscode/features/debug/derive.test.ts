import { expect, test } from 'vitest';
import { deriveDebugConfiguration } from './start';

const addresses = { controlBlock: 0x20000000, idle: 0xc0, wait: 0x1a04, benchmark: 0x2170 };
const request = { operation: 'heap/malloc', executable: '/agents/agent.elf', addresses };

const users = {
  name: 'Debug (J-Link)',
  type: 'cortex-debug',
  request: 'launch',
  servertype: 'jlink',
  device: 'MCIMXRT1052',
  serialNumber: '683123456',
  executable: '${workspaceFolder}/build/app.elf',
  svdFile: 'MIMXRT1052.svd',
  runToEntryPoint: 'main',
  preLaunchTask: 'build',
  rttConfig: { enabled: true },
  loadFiles: ['build/app.hex'],
  preLaunchCommands: ['monitor speed 4000'],
  postLaunchCommands: 'set print pretty on',
  linux: { executable: 'build-linux/app.elf', gdbPath: '/opt/gdb' },
};

test('keeps how the board is reached and replaces what is debugged', () => {
  const before = structuredClone(users);
  const derived = deriveDebugConfiguration(users, request);
  const { postLaunchCommands, postResetCommands, ...rest } = derived;
  expect(rest).toEqual({
    name: 'Cyclescope: heap/malloc',
    type: 'cortex-debug',
    request: 'launch',
    servertype: 'jlink',
    device: 'MCIMXRT1052',
    serialNumber: '683123456',
    executable: '/agents/agent.elf',
    svdFile: 'MIMXRT1052.svd',
    preLaunchCommands: ['monitor speed 4000'],
    linux: { gdbPath: '/opt/gdb' },
  });
  expect(postLaunchCommands).toMatchObject([
    'set print pretty on',
    expect.stringMatching(/^break \*0xc0 if \(/),
    expect.stringMatching(/^break \*0x1a04 if \(/),
    'tbreak *0x2170',
  ]);
  expect(postResetCommands).toEqual(['tbreak *0x2170']);
  expect(users).toEqual(before);
});

test('a restarted session stops again', () => {
  const derived = deriveDebugConfiguration({ postResetCommands: ['echo reset'] }, request);
  expect(derived['postResetCommands']).toEqual(['echo reset', 'tbreak *0x2170']);
});
