import { MCUX_FILE, mcuxTools } from '../../detect/mcux-device';
import { fieldsOf, textOf } from '../../detect/values';
import { substitute } from '../../detect/variables';
import type { ProjectPlace } from '../place';
import type { ProjectFact, ProjectQuestion } from '../project';

/** What MCUXpresso for VS Code keeps of a project, in the spellings of its versions. */
export function mcuxToolsFacts({ folder, world }: ProjectPlace): readonly ProjectFact[] {
  const tools = mcuxTools(folder, world);
  if (tools === undefined) return [];
  const sdk = fieldsOf(tools['sdk']);
  const told: readonly (readonly [ProjectQuestion, string | undefined])[] = [
    ['version', textOf(sdk['version'])],
    ['board', textOf(sdk['boardId'])],
    ['core', coreOf(textOf(sdk['coreId']), textOf(sdk['deviceId']))],
    ['toolchain', path(textOf(tools['toolchainPath']))],
  ];
  return told.flatMap(([question, value]) =>
    value === undefined ? [] : [{ question, value, source: MCUX_FILE }],
  );

  function path(text: string | undefined): string | undefined {
    const whole = text === undefined ? undefined : substitute(text, { folder, world });
    return whole !== undefined && 'text' in whole ? textOf(whole.text) : undefined;
  }
}

/** `cm33_core0_LPC55S16` is the core `cm33_core0` of that device. */
function coreOf(core: string | undefined, device: string | undefined): string | undefined {
  if (core === undefined || device === undefined) return core;
  return core.endsWith(`_${device}`) ? core.slice(0, -device.length - 1) : core;
}
