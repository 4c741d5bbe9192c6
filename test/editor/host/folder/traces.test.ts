import { strict as assert } from 'node:assert';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TabInputCustom, commands, window } from 'vscode';
import { readRunRecord } from '../../../../extension/runs/record/read';
import { commands as ids } from '../../../../extension/vscode/names/ids';
import { itemId } from '../../../../extension/vscode/common/item-id';
import { cyclescope, until } from '../cyclescope';
import { folderNamed, listRuns } from '../firmware';

const homeTarget = () => ({ home: folderNamed().uri.toString(), target: 'qemu-freertos-m7' });

function readRecord(run: string) {
  const path = join(folderNamed().uri.fsPath, '.cyclescope', 'runs', run, 'run.json');
  return readRunRecord(readFileSync(path, 'utf8')).record;
}

describe('a benchmark with trace', () => {
  let run = '';
  before(async () => {
    await cyclescope().activate();
    const known = new Set(listRuns(folderNamed()));
    await commands.executeCommand(ids.runTraced, { ...homeTarget(), patterns: ['heap/malloc'] });
    run = await until('the run', () => listRuns(folderNamed()).find((each) => !known.has(each)));
  });
  after(() => commands.executeCommand('workbench.action.closeAllEditors'));

  it('measures only its own operation, in both passes', () => {
    const passes = readRecord(run)?.passes ?? [];
    const measured = passes.map(({ build, operations }) => {
      return [build, ...new Set(operations.map(({ suite, op }) => `${suite}/${op}`))];
    });
    assert.deepEqual(measured, [
      ['headline', 'heap/malloc'],
      ['traced', 'heap/malloc'],
    ]);
  });

  it('links from the menu of the Testing view to its slowest sample', async () => {
    const id = itemId({ ...homeTarget(), suite: 'heap', op: 'malloc' });
    await commands.executeCommand(ids.showTestSlowSample, { id });
    const { uri } = await until('the timeline', () => {
      const input = window.tabGroups.activeTabGroup.activeTab?.input;
      return input instanceof TabInputCustom ? input : undefined;
    });
    assert.ok(uri.path.includes(run), uri.path);
  });
});
