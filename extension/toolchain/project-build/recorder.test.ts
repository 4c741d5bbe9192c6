import { expect, test } from 'vitest';
import { recorderEnvironment } from './build';

const request = (kind: 'zephyr' | 'cmake-linux' | 'cmake-freertos') => ({
  project: { kind },
  packageFolder: '/nonexistent',
  onLine: () => undefined,
  signal: AbortSignal.abort(),
});

test.each(['zephyr', 'cmake-linux'] as const)('%s needs no recorder of ours', async (kind) => {
  expect(await recorderEnvironment(request(kind), {})).toEqual({});
});

test('uses the recorder that the user names', async () => {
  const own = { CYCLESCOPE_SEGGER_DIR: '/opt/segger' };
  expect(await recorderEnvironment(request('cmake-freertos'), own)).toEqual({});
});
