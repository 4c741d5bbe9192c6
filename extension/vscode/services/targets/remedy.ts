import { commands } from '../../names';

/** How something that is missing is got. */
export interface Remedy {
  readonly text: string;
  /** The command of the editor that gets it, where there is one. */
  readonly command: string | undefined;
}

/** In the editor its own commands stand for those of the command line. */
const ofCommandLine = [
  {
    begins: 'cyclescope fetch-kernel ',
    text: 'Cyclescope: Fetch the Linux kernel…',
    command: commands.fetchKernel,
  },
  {
    begins: 'cyclescope build ',
    text: "Cyclescope: Build the target's images",
    command: commands.buildImage,
  },
];

/** What to do about a requirement, as the editor's user can do it. */
export function remedyOf({ remedy }: { readonly remedy: string }): Remedy {
  const found = ofCommandLine.find(({ begins }) => remedy.startsWith(begins));
  return { text: found?.text ?? remedy, command: found?.command };
}
