import { strict as assert } from 'node:assert';
import { workspace } from 'vscode';
import { settings } from '../../../../extension/vscode/names/ids';
import { until } from '../cyclescope';
import { folderNamed, lensTitles } from '../firmware';

const lensesOfCrc = () => lensTitles(folderNamed(), 'benchmarks/crc.c');

describe('the lenses', () => {
  it("offer to build what the target's image lacks", async () => {
    const titles = await until('lenses', async () => {
      const found = await lensesOfCrc();
      return found.length ? found : undefined;
    });
    assert.equal(titles.length, 2);
    for (const title of titles)
      assert.match(title, /not in the image on qemu-freertos-m7: build it/);
  });

  it('disappear by one setting', async () => {
    const configuration = workspace.getConfiguration(undefined, folderNamed().uri);
    await configuration.update(settings.inlineResults, false);
    await until('no lenses', async () => (await lensesOfCrc()).length === 0);
    await configuration.update(settings.inlineResults, undefined);
    await until('lenses', async () => (await lensesOfCrc()).length === 2);
  });

  it('are absent without a benchmark', async () => {
    assert.deepEqual(await lensTitles(folderNamed(), 'src/checksum.c'), []);
  });
});
