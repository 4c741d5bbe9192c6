import { commands } from '../../names';

/** A way to get something that is missing. */
export interface Remedy {
  readonly text: string;
  /** The editor's command for it, if there is one. */
  readonly command: string | undefined;
}

/** The editor's own commands replace those of the command line. */
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

/** The remedy for a requirement, as an action in the editor. */
export function remedyOf({ remedy }: { readonly remedy: string }): Remedy {
  const found = ofCommandLine.find(({ begins }) => remedy.startsWith(begins));
  return { text: found?.text ?? remedy, command: found?.command };
}
