import { expect, it } from 'vitest';
import type { BoardImages } from '../../../targets/setup';
import type { Home } from '../../common/services';
import { newProjectAgents } from './agents';

const home = { id: 'file:///w' } as Home;
const files = { headline: '/w/app/build/h.elf', traced: '/w/app/build/t.elf' };

function start() {
  const state = new Map<string, unknown>();
  const agents = new Map<string, BoardImages | undefined>();
  const workspaceState = {
    get: (key: string) => state.get(key),
    update: (key: string, value: unknown) => Promise.resolve(void state.set(key, value)),
    keys: () => [...state.keys()],
  };
  const setAgent = (_: Home, id: string, images: BoardImages | undefined) =>
    Promise.resolve(void agents.set(id, images));
  const memory = { workspaceState } as unknown as Parameters<typeof newProjectAgents>[0];
  return { agents, projects: newProjectAgents(memory, { setAgent }) };
}

it('a target runs what a project built, until that project has no agent any more', async () => {
  const { agents, projects } = start();
  await projects.use(home, 'local-linux', '/w/app', files);
  await projects.use(home, 'launch:Debug', '/w/other', files);
  expect(projects.getFolder(home, 'local-linux')).toBe('/w/app');
  expect(agents.get('local-linux')).toEqual({ kind: 'files', ...files });
  await projects.forget(home, '/w/app');
  expect(projects.getFolder(home, 'local-linux')).toBeUndefined();
  expect(agents.get('local-linux')).toBeUndefined();
  expect(projects.getFolder(home, 'launch:Debug')).toBe('/w/other');
});

it('a home does not know agents of another one', async () => {
  const { projects } = start();
  await projects.use(home, 'local-linux', '/w/app', files);
  expect(projects.getFolder({ ...home, id: 'file:///v' }, 'local-linux')).toBeUndefined();
});
