import { strict as assert } from 'node:assert';
import { commands } from 'vscode';
import { commands as ids } from '../../../../extension/vscode/names/ids';
import { cyclescope } from '../cyclescope';

describe('an active extension', () => {
  it('knows every command of the manifest, and the code registers each', async () => {
    await cyclescope().activate();
    const registered = new Set(await commands.getCommands(true));
    const missing = Object.values(ids).filter((id) => !registered.has(id));
    assert.deepEqual(missing, []);
  });
});
