import { describe, expect, it } from 'vitest';
import type { Project } from '../../../projects/edit/project';
import type { Home } from '../../common/services';
import { containsPath, findHomeProject } from './find';

const makeProject = (folder: string) => ({
  home: { id: 'home' } as Home,
  project: { folder, title: folder } as Project,
});

describe('the project of a file', () => {
  const projects = ['/w', '/w/app', '/w/application', '/w/app/boot'].map(makeProject);

  it.each([
    ['/w/app/src/main.c', '/w/app'],
    ['/w/app/boot/CMakeLists.txt', '/w/app/boot'],
    ['/w/application/main.c', '/w/application'],
    ['/w/readme.md', '/w'],
  ])('%s is %s', (path, folder) => {
    expect(findHomeProject(projects, path)?.project.folder).toBe(folder);
  });

  it('is undefined outside every project', () => {
    expect(findHomeProject(projects, '/elsewhere/main.c')).toBeUndefined();
    expect(containsPath('/w/app', '/w/app-two')).toBe(false);
  });
});
