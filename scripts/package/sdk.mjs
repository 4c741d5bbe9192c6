import { below } from './below.mjs';

/** The list of the SDK's files, for whoever copies it into a project. */
export const sdkList = 'sdk-integration/files.txt';

/** What other people's builds read: C, CMake, Kconfig and YAML, and what people read beside them. */
const sources =
  /^(.+\.(c|h|ld|cmake|yml|yaml|conf|overlay|defconfig)|CMakeLists\.txt|Kconfig(\..+)?|README\.md|LICENSE)$/;

/** Tests, of which some lie beside their source, and what only our own builds take. */
const isOurs = (/** @type {string} */ path) =>
  /^target-agent\/(test\/|conformance\/|bindings\/|README)|_test\.c$/.test(path);

const inExample = (/** @type {string} */ path) => path.includes('/example/');

const integration = (/** @type {string} */ base) =>
  ['sdk-integration', 'zephyr', 'mcux'].flatMap((folder) => below(folder, base, sources));

/**
 * The SDK: the agent's sources and how other builds take them in. A copy of these files alone, at
 * the same places, is a working SDK.
 */
export const sdkFiles = (/** @type {string} */ base) =>
  [
    sdkList,
    ...below('target-agent', base, sources).filter((path) => !isOurs(path)),
    ...integration(base).filter((path) => !inExample(path)),
    ...below('third-party/c-sources', base, /^(Cargo\.(toml|lock)|lib\.rs)$/),
  ].sort();

/** Small projects to copy from; no part of a copy, where their benchmarks would look like the user's. */
export const sdkExamples = (/** @type {string} */ base) => integration(base).filter(inExample);

/** The list as it lies in the SDK. */
export const sdkListText = (/** @type {string} */ base) => `${sdkFiles(base).join('\n')}\n`;
