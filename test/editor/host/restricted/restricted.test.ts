import { strict as assert } from 'node:assert';
import { TabInputCustom, TabInputWebview, Uri, commands, window, workspace } from 'vscode';
import { commands as ids } from '../../../../extension/editor/ids';
import { cyclescope, until } from '../cyclescope';
import { emulators, folderNamed, lensTitles, runsIn } from '../firmware';

const activeInput = () => window.tabGroups.activeTabGroup.activeTab?.input;

describe('Restricted Mode', () => {
  before(async () => {
    assert.equal(workspace.isTrusted, false);
    await cyclescope().activate();
  });

  it('shows the sample run', async () => {
    await commands.executeCommand(ids.openSampleRun);
    await until('the results', () => activeInput() instanceof TabInputWebview);
  });

  it('opens a recording', async () => {
    const recording = Uri.joinPath(folderNamed().uri, 'recordings', 'gateway.SVDat');
    await commands.executeCommand('vscode.open', recording);
    await until('the timeline', () => activeInput() instanceof TabInputCustom);
  });

  it('starts no program, and says what to do', async () => {
    const before = runsIn(folderNamed());
    // It waits for an answer to its message, which nobody gives.
    void commands.executeCommand(ids.run, {
      target: 'qemu-freertos-m7',
      patterns: ['heap/malloc'],
    });
    const titles = await until('lenses', async () => {
      const found = await lensTitles(folderNamed(), 'benchmarks/crc.c');
      return found.length ? found : undefined;
    });
    for (const title of titles) assert.match(title, /Trust this folder/);
    assert.deepEqual(emulators(), []);
    assert.deepEqual(runsIn(folderNamed()), before);
  });
});
