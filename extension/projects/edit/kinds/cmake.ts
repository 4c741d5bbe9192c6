import type { ProjectFolder } from '../project-folder';
import { FREERTOS_FILES, freertosSources, isProgram, LISTS } from './executables';
import { cmakeBuilds, PRESET_FILES, presetFacts, probeFacts } from './facts';
import type { ProjectKind } from './kind';
import { agentDefinitions, cmakeSteps } from './steps';

export const cmakeFreertos: ProjectKind = {
  kind: 'cmake-freertos',
  title: 'FreeRTOS project',
  files: [...FREERTOS_FILES, ...PRESET_FILES],
  marks: ['FreeRTOSConfig.h'],
  recognise: (project) => {
    const sources = isProgram(project) ? freertosSources(project) : [];
    return sources.length > 0 ? [...new Set([LISTS, ...sources])] : undefined;
  },
  facts: [cmakeBuilds, presetFacts, probeFacts],
  needed: ['target'],
  entry: { kind: 'call', os: 'freertos' },
  stepsToBuild: (plan) => ({ steps: cmakeSteps(plan, agentDefinitions(plan)) }),
  builtInTargets: /^qemu-freertos-/,
  emulatorHint: '; for QEMU, cyclescope/sdk-integration/cmake/README.md lists the options it needs',
};

export const cmakeLinux: ProjectKind = {
  kind: 'cmake-linux',
  title: 'Linux program',
  files: PRESET_FILES,
  marks: [],
  recognise: (project) =>
    isProgram(project) && !isForAnotherSystem(project) ? [LISTS] : undefined,
  facts: [cmakeBuilds, presetFacts],
  needed: ['target'],
  gap: ({ world }) =>
    world.platform === 'linux'
      ? undefined
      : { what: 'Linux programs are built and measured only on Linux', remedy: 'Open it there.' },
  entry: { kind: 'call', os: 'linux' },
  stepsToBuild: (plan) => ({ steps: cmakeSteps(plan, agentDefinitions(plan)) }),
  builtInTargets: /^local-linux$/,
  runsHere: true,
  hasRecorder: true,
};

/** Another processor, or none of an operating system at all. */
function isForAnotherSystem({ reading, near, builds }: ProjectFolder): boolean {
  const presets = `${near('CMakePresets.json') ?? ''}${near('CMakeUserPresets.json') ?? ''}`;
  return (
    reading.calls.some(
      ({ name, args }) =>
        name === 'set' &&
        ((args[0]?.text === 'CMAKE_SYSTEM_NAME' && args[1]?.text !== 'Linux') ||
          (args[0]?.text === 'CMAKE_TOOLCHAIN_FILE' &&
            /arm-none|generic/i.test(args[1]?.text ?? ''))),
    ) ||
    /arm-none-eabi|"CMAKE_SYSTEM_NAME"\s*:\s*"Generic"/.test(presets) ||
    builds.some(({ entry }) => /arm-none-eabi/.test(entry('CMAKE_C_COMPILER') ?? ''))
  );
}
