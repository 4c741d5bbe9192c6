import { below } from './below.mjs';

/** List of the SDK's files, for copying it into a project. */
export const sdkList = 'sdk-integration/files.txt';

/** Files for labgrid, which shares boards. */
export const laboratory = 'sdk-integration/labgrid';

/** Files for other builds: C, CMake, Kconfig and YAML, plus their documents. */
const sources =
  /^(.+\.(c|h|ld|cmake|yml|yaml|conf|overlay|defconfig)|CMakeLists\.txt|Kconfig(\..+)?|README\.md|LICENSE)$/;

/** Tests, some of them beside their source, and files that only our own builds use. */
const isOurs = (/** @type {string} */ path) =>
  /^target-agent\/(test\/|conformance\/|bindings\/|emulator\/|README)|_test\.c$/.test(path);

/** The laboratory is no part of a project. */
const inLaboratory = (/** @type {string} */ path) => path.startsWith(`${laboratory}/`);

const inExample = (/** @type {string} */ path) => path.includes('/example/');

const integration = (/** @type {string} */ base) =>
  ['sdk-integration', 'zephyr', 'mcux']
    .flatMap((folder) => below(folder, base, sources))
    .filter((path) => !inLaboratory(path));

/**
 * The SDK: the agent's sources and their integration into other builds. A copy of just these files,
 * at the same paths, is a working SDK.
 */
export const sdkFiles = (/** @type {string} */ base) =>
  [
    sdkList,
    ...below('target-agent', base, sources).filter((path) => !isOurs(path)),
    ...integration(base).filter((path) => !inExample(path)),
    ...below('third-party/c-sources', base, /^(Cargo\.(toml|lock)|lib\.rs)$/),
  ].sort();

/** Example projects, excluded from a copy, where their benchmarks would look like the user's. */
export const sdkExamples = (/** @type {string} */ base) => integration(base).filter(inExample);

/** Generates the list in the SDK. */
export const sdkListText = (/** @type {string} */ base) => `${sdkFiles(base).join('\n')}\n`;
