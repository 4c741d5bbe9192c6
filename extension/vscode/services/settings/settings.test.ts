import { delimiter, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { settingContributions } from '../../contributions/settings';
import { mergeEnvironment, settingsFrom } from './settings';

describe('settings', () => {
  it('have defaults from the manifest, each of its own type', () => {
    const settings = settingsFrom((id) => settingContributions[id]?.default);
    expect(settings).toEqual({
      target: 'qemu-freertos-m7',
      sshHosts: [],
      boards: [],
      benchmarks: [],
      iterations: null,
      repeat: null,
      parameters: {},
      gate: '',
      inlineResults: true,
      maxEvents: 50_000_000,
      imagesFolder: '',
      programsFolders: [],
      sourceFileMap: {},
      agentTargets: [],
    });
  });

  it.each([
    ['cyclescope.iterations', 0],
    ['cyclescope.iterations', '100'],
    ['cyclescope.repeat', 1.5],
    ['cyclescope.sshHosts', ['ssh://a', 1]],
    ['cyclescope.parameters', { size: 'many' }],
    ['cyclescope.parameters', { size: [] }],
    ['cyclescope.parameters', { size: [1.5] }],
    ['cyclescope.target', ''],
    ['cyclescope.inlineResults', 'no'],
    ['cyclescope.programsFolders', null],
  ])('%s is not set if it is %j', (id, value) => {
    const usual = settingsFrom((each) => settingContributions[each]?.default);
    const read = settingsFrom((each) =>
      each === id ? value : settingContributions[each]?.default,
    );
    expect(read).toEqual(usual);
  });

  it('accept one value of a parameter, a list, and the syntax of the command line', () => {
    const written = { size: 64, threads: [2, 4], total: '0,1', turns: '2..32x2' };
    const { parameters } = settingsFrom((id) =>
      id === 'cyclescope.parameters' ? written : settingContributions[id]?.default,
    );
    expect(parameters).toEqual({
      size: [64],
      threads: [2, 4],
      total: [0, 1],
      turns: [2, 4, 8, 16, 32],
    });
  });

  it('are read as the user wrote them', () => {
    const set = { 'cyclescope.iterations': 50, 'cyclescope.gate': ' regressed=5% ' };
    const read = settingsFrom((id) => (set as Record<string, unknown>)[id]);
    expect(read).toMatchObject({ iterations: 50, gate: 'regressed=5%' });
  });
});

describe('the environment of programs', () => {
  const folders = { cwd: '/work/motor', storage: '/storage' };
  const none = { programsFolders: [], imagesFolder: '' };

  it('searches the folders in the settings before those of PATH', () => {
    const set = { programsFolders: ['/opt/qemu', 'tools/bin'], imagesFolder: '' };
    const { PATH } = mergeEnvironment(set, folders, { PATH: '/usr/bin' });
    const tools = resolve('/work/motor/tools/bin');
    expect(PATH?.split(delimiter)).toEqual([resolve('/opt/qemu'), tools, '/usr/bin']);
  });

  it('keeps the name that Windows gives to PATH', () => {
    const set = { programsFolders: ['/opt'], imagesFolder: '' };
    const environment = mergeEnvironment(set, folders, { Path: 'C:\\Windows' });
    expect(Object.keys(environment).filter((name) => /^path$/i.test(name))).toEqual(['Path']);
  });

  it("stores kernels in the extension's storage, unless the user sets a folder", () => {
    const chosen = { CYCLESCOPE_KERNELS: '/kernels' };
    expect(mergeEnvironment(none, folders, {})['CYCLESCOPE_KERNELS']).toMatch(
      /storage.linux-imx6ul$/,
    );
    expect(mergeEnvironment(none, folders, chosen)['CYCLESCOPE_KERNELS']).toBe('/kernels');
  });

  it('has a folder of images only if one is set', () => {
    expect(mergeEnvironment(none, folders, {})).not.toHaveProperty('CYCLESCOPE_AGENTS');
    const set = { programsFolders: [], imagesFolder: 'images' };
    const { CYCLESCOPE_AGENTS: agents } = mergeEnvironment(set, folders, {});
    expect(agents).toBe(resolve('/work/motor/images'));
  });
});
