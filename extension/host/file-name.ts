/** A target's id as part of a file's name: ids may be addresses. */
export function fileNameOf(target: string): string {
  return target.replaceAll(/[^\w.@-]+/g, '-');
}
