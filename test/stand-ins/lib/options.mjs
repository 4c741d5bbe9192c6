/**
 * Reads a command line that may only have known options.
 * @param {readonly string[]} args
 * @param {Readonly<Record<string, number>>} known The number of values of each option.
 * @param {(option: string) => never} refuse
 */
export function readOptions(args, known, refuse) {
  /** @type {Record<string, string>} */
  const options = {};
  /** @type {string[]} */
  const rest = [];
  for (let index = 0; index < args.length; index++) {
    const option = args[index] ?? '';
    if (!option.startsWith('-')) {
      rest.push(option);
      continue;
    }
    const values = known[option];
    if (values === undefined) return refuse(option);
    if (values === 1 && args[index + 1] === undefined) return refuse(option);
    options[option] = values === 1 ? (args[++index] ?? '') : '';
  }
  return { options, rest };
}
