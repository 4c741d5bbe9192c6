/** What chooses the four families of NXP's white paper on a command line. */
export const whitePaperOptions = [
  'heap/*',
  'mutex/*',
  'thread/create',
  'thread/join',
  'context_switch/*',
].flatMap((bench) => ['--bench', bench]);
