import { strict as assert } from 'node:assert';
import { ConfigurationTarget, commands, window, workspace } from 'vscode';
import { settings } from '../../../../extension/vscode/names/ids';
import { itemId, itemName } from '../../../../extension/vscode/common/item-id';
import { cyclescope, until } from '../cyclescope';
import { folderNamed, lensTitles, listRuns } from '../firmware';
import { type KnownTests, latestResults, runTests, withTests } from '../testing';

const home = (name: string) => folderNamed(name).uri.toString();

/** The ids of a suite of a target that is not active, from their folder down. */
function listItemIds(name: string, target: string, suite: string): readonly string[] {
  const homeTarget = { home: home(name), target };
  const others = itemId({ home: home(name), target: '', suite: 'other' });
  return [others, itemId(homeTarget), itemId({ ...homeTarget, suite })];
}

describe('two folders', () => {
  before(async () => {
    await cyclescope().activate();
    await commands.executeCommand('workbench.view.testing.focus');
  });

  it('have their own targets and active target', async () => {
    const { WorkspaceFolder } = ConfigurationTarget;
    const configuration = workspace.getConfiguration(undefined, folderNamed('motor').uri);
    await configuration.update(settings.target, 'local-linux', WorkspaceFolder);
    const isActive = (name: string, target: string) =>
      withTests((tests) =>
        until(`${name} with ${target}`, () =>
          /active/.test(tests.get(itemId({ home: home(name), target }))?.description ?? ''),
        ),
      );
    await isActive('radio', 'qemu-freertos-m7');
    await isActive('motor', 'local-linux');
  });

  it("have lenses for the target of a file's folder", async () => {
    const lensesSay = (name: string, target: string) =>
      until(`lenses for ${target}`, async () => {
        const titles = await lensTitles(folderNamed(name), 'benchmarks/crc.c');
        return titles.length && titles.every((title) => title.includes(target));
      });
    await lensesSay('radio', 'qemu-freertos-m7');
    await lensesSay('motor', 'local-linux');
  });

  it('store a run where it was requested', async () => {
    const before = listRuns(folderNamed('radio'));
    const target = itemId({ home: home('motor'), target: 'qemu-freertos-m7' });
    const isBelow = (tests: KnownTests) => /^FreeRTOS/.test(tests.get(target)?.description ?? '');
    await withTests((tests) => until('the target below the others', () => isBelow(tests)));
    await runTests(listItemIds('motor', 'qemu-freertos-m7', 'mutex'));
    await latestResults();
    assert.equal(listRuns(folderNamed('motor')).length, 1);
    assert.deepEqual(listRuns(folderNamed('radio')), before);
  });

  it('are meant by the view in front', async () => {
    const [id] = listRuns(folderNamed('motor'));
    await commands.executeCommand('cyclescope.openResults', { home: home('motor'), id });
    const title = () => window.tabGroups.activeTabGroup.activeTab?.label ?? '';
    await until('the view of the same folder, without a question', () => {
      // The command asks as long as the results are not in front yet; the next call ends its question.
      void commands.executeCommand('cyclescope.showMatrix');
      return title() === 'Operations by target: motor';
    });
  });

  it('show figures of their own runs only', async () => {
    const figures = (tests: KnownTests, name: string) =>
      [...tests.values()]
        .filter(({ id }) => id.startsWith(itemId({ home: home(name) })))
        // The runs of the sample come from another image.
        .filter(({ description }) => /^(stale: )?p50 /.test(description ?? ''))
        .map(({ id }) => itemName(id).suite);
    await withTests(async (tests) => {
      const inBoth = () =>
        figures(tests, 'radio').includes('heap') && figures(tests, 'motor').length > 0;
      await until('figures in both', inBoth);
      assert.deepEqual([...new Set(figures(tests, 'motor'))], ['mutex']);
    });
  });
});
