/** Keeps a server quiet for a while. */
export interface Quiet {
  /** For so long; a later call replaces an earlier one, 0 ends it. */
  hush(milliseconds: number): void;
  end(): void;
}

/** Tells a server by `tell` when to be quiet and when not, by one call at a time. */
export function createQuiet(
  tell: (quiet: boolean) => Promise<void>,
  failed: (error: unknown) => void,
): Quiet {
  let until = 0;
  let isQuiet = false;
  let isTelling = false;
  let isEnded = false;
  let timer: NodeJS.Timeout | undefined;
  const wanted = () => performance.now() < until;

  const settle = async (): Promise<void> => {
    clearTimeout(timer);
    if (isTelling || isEnded) return;
    isTelling = true;
    for (let want = wanted(); want !== isQuiet && !isEnded; want = wanted()) {
      await tell(want);
      isQuiet = want;
    }
    isTelling = false;
    if (isQuiet && !isEnded) timer = setTimeout(begin, until - performance.now());
  };
  const begin = () => void settle().catch(failed);
  return {
    hush: (milliseconds) => {
      until = performance.now() + milliseconds;
      begin();
    },
    end: () => {
      isEnded = true;
      clearTimeout(timer);
    },
  };
}
