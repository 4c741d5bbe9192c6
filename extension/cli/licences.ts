import { EngineError } from '../base';
import { checkLicenceNames, extras, extrasNamed, openLicences } from '../toolchain';
import type { Arguments, CommandSpec } from './args';
import type { Terminal } from './terminal';

/** How a licence is agreed to where nobody can be asked. */
export const licenceOptions = {
  'accept-license': {
    value: 'NAME',
    about: 'agree beforehand to the licence of an extra',
    repeated: true,
  },
} satisfies CommandSpec['options'];

/** The licences that are agreed to: those named, and those that whoever sits there says yes to. */
export async function agreedLicences(
  args: Arguments,
  named: readonly string[],
  { ask }: Pick<Terminal, 'ask'>,
): Promise<readonly string[]> {
  const given = args.values.get('accept-license') ?? [];
  checkLicenceNames(extras, given);
  const agreed = [...given];
  for (const { name, terms } of ask ? openLicences(extrasNamed(named), given) : []) {
    const answer = await ask?.(`${terms}\nDo you agree? [y/N] `);
    if (!/^y(?:es)?$/i.test(answer?.trim() ?? '')) {
      throw new EngineError('refused', 'Nothing was fetched or built: you did not agree.');
    }
    agreed.push(name);
  }
  return agreed;
}
