import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readAgent, type AgentElf } from '../../extension/agent/elf/agent';
import { readElf } from '../../extension/agent/elf/elf';
import { findVectorTable } from '../../extension/targets/board/deploy/plan';
import { FAMILIES, TWINS } from './agent/families';
import { temporaryFolder } from './agent/temporary';
import { root } from './agent/variants';
import { buildInSdk, type SdkBuild } from './mcux/build';

const NO_SDK =
  'MCUX_SDK_ROOT is not set; the MCUXpresso SDK is the user’s own, and no test fetches it';
const FLASH = 0x60002000;
const ITCM = 0;
const OWN = join(root, 'sdk-integration/mcuxpresso');
const OPTIONS = { headline: {}, traced: { CONF_FILE: join(OWN, 'traced.conf') } };
const ALL = [...FAMILIES, ...TWINS.map((family) => `native_${family}`)];
// Unoptimised, these would not leave room for the others in ITCM.
const TOO_LARGE = ['rhealstone', 'stream', 'sort', 'matrix', 'native_stream'];
const listFamilies = (config: string) =>
  config === 'debug' ? ALL.filter((name) => !TOO_LARGE.includes(name)) : ALL;

const { MCUX_SDK_ROOT: sdk = '' } = process.env;
if (sdk === '') console.warn(`Skipped: ${NO_SDK}.`);

async function buildFolder(build: SdkBuild): Promise<string> {
  const folder = temporaryFolder('mcux');
  await buildInSdk(sdk, build, folder);
  return folder;
}

const buildFile = async (build: SdkBuild, file: string) =>
  readFileSync(join(await buildFolder(build), file));

function requireAgent(bytes: Buffer): AgentElf {
  const { agent, problem } = readAgent(bytes);
  if (agent === undefined) throw new Error(problem);
  return agent;
}

const listSuites = ({ benches }: AgentElf) => [...new Set(benches.map(({ suite }) => suite))];

describe.skipIf(sdk === '')('the MCUXpresso SDK', () => {
  test.each([
    ['flexspi_nor_debug', 'headline', FLASH, 0],
    ['flexspi_nor_debug', 'traced', FLASH, 1],
    ['flexspi_nor_release', 'headline', FLASH, 0],
    ['flexspi_nor_release', 'traced', FLASH, 1],
    ['debug', 'headline', ITCM, 0],
    ['debug', 'traced', ITCM, 1],
    ['release', 'headline', ITCM, 0],
    ['release', 'traced', ITCM, 1],
  ] as const)(
    'links the agent for the i.MX RT1050 kit: %s, %s',
    async (config, image, vectors, hooks) => {
      const options = OPTIONS[image];
      const agent = requireAgent(await buildFile({ config, options }, 'cyclescope_app.elf'));
      expect(listSuites(agent)).toEqual(listFamilies(config));
      expect(agent.hooks).toBe(hooks);
      expect(findVectorTable(agent.elf)?.address).toBe(vectors);
      // Not behind the data cache: a debug port would read stale memory.
      const block = agent.elf.symbols.get('_SEGGER_RTT')?.value ?? 0;
      expect([block >= 0x20000000, block < 0x20020000]).toEqual([true, true]);
    },
  );

  test.each([
    ['lpcxpresso55s06', 'release', 'headline'],
    ['lpcxpresso55s06', 'release', 'traced'],
    // Data lie in 64 KB of DTCM, beside 128 KB of another memory.
    ['evkmimxrt1020', 'flexspi_nor_release', 'headline'],
    ['evkmimxrt1020', 'flexspi_nor_release', 'traced'],
  ] as const)('fits the 64 KB of %s with every family: %s, %s', async (board, config, image) => {
    const options = OPTIONS[image];
    const agent = requireAgent(await buildFile({ board, config, options }, 'cyclescope_app.elf'));
    expect(listSuites(agent)).toEqual(ALL);
  });

  test('has the boards that the application lists', () => {
    const text = readFileSync(join(OWN, 'app/Kconfig'), 'utf8');
    const boards = [...text.matchAll(/MCUX_HW_BOARD_(\w+)/g)].map(([, name]) => name ?? '');
    expect(boards).toHaveLength(5);
    const missing = boards.filter((name) => !existsSync(join(sdk, 'examples/_boards', name)));
    expect(missing).toEqual([]);
  });

  describe('an application of the user’s', () => {
    const application = join(sdk, 'examples/freertos_examples/freertos_hello');
    const EXTRA_MCUX_MODULES = root.replace(/\/$/, '');

    test('gets the agent and its own benchmarks on request', async () => {
      const conf = join(temporaryFolder('mcux-conf'), 'cyclescope.conf');
      writeFileSync(conf, 'CONFIG_CYCLESCOPE=y\n');
      const benches = join(root, 'test/integration/mcux/filter.c');
      const options = { EXTRA_MCUX_MODULES, CONF_FILE: conf, CYCLESCOPE_BENCHES: benches };
      const build = { application, config: 'flexspi_nor_release', options };
      const agent = requireAgent(await buildFile(build, 'freertos_hello.elf'));
      expect(listSuites(agent)).toEqual([...ALL, 'filter']);
      expect(agent.elf.symbols.has('__wrap_vTaskStartScheduler')).toBe(true);
    });

    test('shares the SDK’s RTT if it has one', async () => {
      const conf = join(temporaryFolder('mcux-conf'), 'cyclescope.conf');
      writeFileSync(conf, 'CONFIG_CYCLESCOPE=y\nCONFIG_MCUX_COMPONENT_driver.rtt=y\n');
      const options = { EXTRA_MCUX_MODULES, CONF_FILE: conf };
      const build = { application, config: 'flexspi_nor_release', options };
      expect(listSuites(requireAgent(await buildFile(build, 'freertos_hello.elf')))).toEqual(ALL);
    });

    test('is byte for byte the same without the request', async () => {
      const config = 'flexspi_nor_release';
      const options = { EXTRA_MCUX_MODULES };
      const without = await buildFolder({ application, config });
      const beside = await buildFolder({ application, config, options });
      const readBinary = (folder: string) => readFileSync(join(folder, 'freertos_hello.bin'));
      expect(readBinary(beside).equals(readBinary(without))).toBe(true);
      const names = [...readElf(readFileSync(join(beside, 'freertos_hello.elf'))).symbols.keys()];
      expect(names.filter((name) => /cyclescope|SEGGER/i.test(name))).toEqual([]);
    });
  });
});
