import { strict as assert } from 'node:assert';
import { availableParallelism } from 'node:os';
import { commands, workspace } from 'vscode';
import { commands as ids, settings } from '../../../../extension/vscode/names/ids';
import { isEverything } from '../../../../scripts/lib/everything.mjs';
import { itemId } from '../../../../extension/vscode/common/item-id';
import { cyclescope, until } from '../cyclescope';
import { emulators, folderNamed, listRuns, readStatus, listUnfinished } from '../firmware';
import { TestState, latestResults, runTests, withTests } from '../testing';

const homeTarget = () => ({ home: folderNamed().uri.toString(), target: 'qemu-freertos-m7' });

/** The ids of an operation of the active target, from its suite down. */
function listItemIds(suite: string, op: string): readonly [string, string] {
  return [itemId({ ...homeTarget(), suite }), itemId({ ...homeTarget(), suite, op })];
}

describe('the Testing view', () => {
  before(async () => {
    await cyclescope().activate();
    await commands.executeCommand('workbench.view.testing.focus');
  });

  it('measures heap/malloc, and shows its cost', async () => {
    await withTests(async (tests) => {
      const malloc = listItemIds('heap', 'malloc');
      await until('the suite', () => tests.get(malloc[0]));
      await runTests(malloc);
      const results = await latestResults();
      assert.equal(results.get(malloc[1])?.taskStates[0]?.state, TestState.passed);
      const figures = /^p50 [\d,]+ · p99 [\d,]+ instr/;
      await until('figures', () => figures.test(tests.get(malloc[1])?.description ?? ''));
      assert.equal(listRuns(folderNamed()).length, 1);
    });
  });

  it('is quiet after a cancel, and does not show it as a result', async () => {
    const configuration = workspace.getConfiguration(undefined, folderNamed().uri);
    // Enough executions that a run never ends on its own.
    await configuration.update(settings.iterations, 100_000_000);
    const ended = runTests(listItemIds('context_switch', 'switch'));
    await until('a running emulator', () => emulators().length > 0);
    await commands.executeCommand('testing.cancelRun');
    await until('a quiet target', () => emulators().length === 0);
    await ended;
    await configuration.update(settings.iterations, undefined);
    const results = await latestResults();
    const state = results.get(listItemIds('context_switch', 'switch')[1])?.taskStates[0];
    assert.notEqual(state?.state, TestState.passed);
  });

  it('measures nothing when all tests are run, including those of others', async () => {
    const before = listRuns(folderNamed());
    await commands.executeCommand('testing.runAll');
    const results = await until('the run of all', async () => {
      const latest = await latestResults();
      return latest.get('one')?.taskStates[0]?.state === TestState.passed ? latest : undefined;
    });
    const ours = [...results.keys()].filter((id) => id.startsWith(itemId(homeTarget())));
    const states = ours.flatMap(
      (id) => results.get(id)?.taskStates.map(({ state }) => state) ?? [],
    );
    assert.equal(states.includes(TestState.passed), false);
    assert.deepEqual(listRuns(folderNamed()), before);
    assert.deepEqual(emulators(), []);
  });

  it('shows the same figures after its tree is rebuilt', async () => {
    await commands.executeCommand('testing.refreshTests');
    await withTests(async (tests) => {
      await until('figures', () => tests.get(listItemIds('heap', 'malloc')[1])?.description);
      const withFigures = [...tests.values()].filter(({ description }) => {
        return description?.startsWith('p50 ') === true;
      });
      assert.equal(withFigures.length, 1);
    });
  });

  it('shows the suites of a newly active target while a run on another one continues', async () => {
    const configuration = workspace.getConfiguration(undefined, folderNamed().uri);
    const lock = listItemIds('mutex', 'lock');
    const next = { ...homeTarget(), target: 'local-linux' };
    await withTests(async (tests) => {
      const isActive = (target: { readonly home: string; readonly target: string }) =>
        /^active/.test(tests.get(itemId(target))?.description ?? '') &&
        tests.has(itemId({ ...target, suite: 'mutex' }));
      await until('the suite', () => isActive(homeTarget()));
      const ended = runTests(lock);
      await until('a running emulator', () => emulators().length > 0);
      await configuration.update(settings.target, 'local-linux');
      await until('the other suites', () => isActive(next) && !isActive(homeTarget()));
      await ended;
      await until('figures', () => /^p50 /.test(tests.get(lock[1])?.description ?? ''));
      await configuration.update(settings.target, undefined);
      await until('the suite again', () => isActive(homeTarget()) && !isActive(next));
      await until('its figures', () => /^p50 /.test(tests.get(lock[1])?.description ?? ''));
    });
    const results = await latestResults();
    assert.equal(results.get(lock[1])?.taskStates[0]?.state, TestState.passed);
  });

  if (!isEverything) return;
  // `clicks/testing.test.ts` sweeps, too.
  it('measures every point of a sweep, and shows their range', async () => {
    const configuration = workspace.getConfiguration(undefined, folderNamed().uri);
    await configuration.update(settings.parameters, {
      threads: [2, 4],
      'sort.size': '100..300+100',
    });
    await withTests(async (tests) => {
      const quick = listItemIds('sort', 'quick');
      await until('the suite', () => tests.get(quick[0]));
      await runTests(quick);
      const points = /^6 points · p50 [\d,]+ to [\d,]+ instr$/;
      await until('points', () => points.test(tests.get(quick[1])?.description ?? ''));
      const results = await latestResults();
      assert.equal(results.get(quick[1])?.taskStates[0]?.state, TestState.passed);
    });
    await configuration.update(settings.parameters, undefined);
  });

  // It takes half a minute.
  it('measures on one emulated target while another one measures', async function () {
    // One emulator has a processor to itself.
    if (availableParallelism() < 2) return this.skip();
    const folder = folderNamed();
    const configuration = workspace.getConfiguration(undefined, folder.uri);
    const path = listItemIds('context_switch', 'switch');
    await withTests((tests) => until('the suite', () => tests.get(path[0])));
    await configuration.update(settings.iterations, 100_000_000);
    const ended = runTests(path);
    await until('a run in progress', () => listUnfinished(folder).length === 1);
    await configuration.update(settings.iterations, undefined);
    const before = listRuns(folder);
    const other = { ...homeTarget(), target: 'qemu-freertos-m3', patterns: ['heap/malloc'] };
    void commands.executeCommand(ids.run, other);
    const id = await until('the other run', () =>
      listRuns(folder).find((each) => !before.includes(each)),
    );
    assert.match(id, /qemu-freertos-m3/);
    assert.equal(readStatus(folder, id), 'complete');
    assert.equal(listUnfinished(folder).length, 1);
    await until('the first emulator alone', () => emulators().length === 1);
    await commands.executeCommand('testing.cancelRun');
    await ended;
  });
});
