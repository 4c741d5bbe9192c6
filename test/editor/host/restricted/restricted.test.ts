import { strict as assert } from 'node:assert';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { TabInputCustom, TabInputWebview, Uri, commands, lm, window, workspace } from 'vscode';
import { commands as ids, settings } from '../../../../extension/vscode/names/ids';
import { cyclescope, turnAway, until } from '../cyclescope';
import { emulators, folderNamed, lensTitles, listRuns } from '../firmware';

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

  it('compares runs', async () => {
    const refs = listRuns(folderNamed()).map((id) => ({ home: folderNamed().uri.toString(), id }));
    await commands.executeCommand(ids.compare, refs[0], refs);
    const input = await until('the comparison', () => {
      const found = activeInput();
      return (
        found instanceof TabInputWebview && found.viewType.endsWith('cyclescope.compare') && found
      );
    });
    assert.ok(input);
  });

  it('opens a recording', async () => {
    const recording = Uri.joinPath(folderNamed().uri, 'recordings', 'gateway.SVDat');
    await commands.executeCommand('vscode.open', recording);
    await until('the timeline', () => activeInput() instanceof TabInputCustom);
  });

  it('takes no program, image, machine or source from the settings of the folder', () => {
    const { uri } = folderNamed();
    const file = readFileSync(join(uri.fsPath, '.vscode', 'settings.json'), 'utf8');
    const configuration = workspace.getConfiguration(undefined, uri);
    const held = ['programsFolders', 'imagesFolder', 'sshHosts', 'benchmarks'] as const;
    for (const name of held) {
      assert(file.includes(settings[name]), `the folder does not set ${name}`);
      assert.equal(configuration.get<{ length: number }>(settings[name])?.length, 0, name);
    }
  });

  it('adds the agent to no project', async () => {
    const before = readdirSync(folderNamed().uri.fsPath);
    await turnAway(commands.executeCommand(ids.addAgent));
    assert.deepEqual(readdirSync(folderNamed().uri.fsPath), before);
  });

  it('runs no program of the folder to check that it is there', async () => {
    const { uri } = folderNamed();
    for (const id of [ids.refresh, ids.checkComputer, ids.buildImage, ids.fetchKernel]) {
      // Each waits for an answer to its message, which never comes.
      void commands.executeCommand(id, { target: 'qemu-freertos-m7', home: uri.toString() });
    }
    await commands.executeCommand(ids.collectDiagnostics);
    const document = await until('the diagnostics', () => window.activeTextEditor?.document);
    assert.match(document.getText(), /Restricted Mode: programs were not searched for/);
    await commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    assert.equal(existsSync(join(uri.fsPath, 'traps', 'started')), false);
  });

  it('refuses coding agents', async () => {
    const call = { input: { target: 'qemu-freertos-m7' }, toolInvocationToken: undefined };
    const used = lm.invokeTool('cyclescope_run_benchmarks', call);
    await assert.rejects(Promise.resolve(used), /not trusted/);
    assert.deepEqual(emulators(), []);
  });

  it('starts no program, and explains what to do', async () => {
    const before = listRuns(folderNamed());
    // It waits for an answer to its message, which never comes.
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
    assert.deepEqual(listRuns(folderNamed()), before);
  });
});
