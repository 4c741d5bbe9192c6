import { EngineError } from '../base';
import {
  checkLicenceNames,
  executionPlugin,
  extras,
  type LicensedExtra,
  openLicences,
} from '../toolchain';
import type { Arguments, CommandSpec } from './args';
import type { Terminal } from './terminal';

/** Accepts a licence without a terminal. */
export const licenceOptions = {
  'accept-license': {
    value: 'NAME',
    about: 'accept the licence of an extra without being asked',
    repeated: true,
  },
} satisfies CommandSpec['options'];

/** The accepted licences: those named as options, and those confirmed at the terminal. */
export async function collectLicences(
  args: Arguments,
  wanted: readonly LicensedExtra[],
  { ask }: Pick<Terminal, 'ask'>,
): Promise<readonly string[]> {
  const given = args.values.get('accept-license') ?? [];
  checkLicenceNames([...extras, executionPlugin], given);
  const agreed = [...given];
  for (const { name, terms } of ask ? openLicences(wanted, given) : []) {
    const answer = await ask?.(`${terms}\nDo you agree? [y/N] `);
    if (!/^y(?:es)?$/i.test(answer?.trim() ?? '')) {
      throw new EngineError(
        'refused',
        'Nothing was fetched or built: the licence was not accepted.',
        `Answer y, accept it with --accept-license ${name}, or leave the extra out.`,
      );
    }
    agreed.push(name);
  }
  return agreed;
}
