import { expect, it } from 'vitest';
import type { TestController } from 'vscode';
import type { Home } from '../../common';
import { newControllers } from './controllers';

const home = (id: string) => ({ id, title: `Folder ${id}` }) as Home;

it('each home has a controller as long as it is there, which has its name beside others', () => {
  const created: string[] = [];
  const disposed: string[] = [];
  const controllers = newControllers(({ id }, label) => {
    created.push(id);
    return { label, dispose: () => disposed.push(id) } as unknown as TestController;
  });
  const labels = () => ['a', 'b'].map((id) => controllers.of(id)?.label);

  controllers.update([home('a')]);
  expect(labels()).toEqual(['Cyclescope', undefined]);
  controllers.update([home('a'), home('b')]);
  expect(labels()).toEqual(['Cyclescope: Folder a', 'Cyclescope: Folder b']);
  controllers.update([home('b')]);
  expect(labels()).toEqual([undefined, 'Cyclescope']);
  expect([created, disposed]).toEqual([['a', 'b'], ['a']]);
  controllers.dispose();
  expect([labels(), disposed]).toEqual([
    [undefined, undefined],
    ['a', 'b'],
  ]);
});
