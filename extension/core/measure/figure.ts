/** A figure, or why there is none. */
export type Figure = { readonly value: number } | { readonly insufficient: string };

/** A figure that could be had. */
export function figure(value: number): Figure {
  return { value };
}

/** A figure that must not be shown, with the reason. */
export function insufficient(reason: string): Figure {
  return { insufficient: reason };
}

/** The figure's value where there is one. */
export function valueOf(of: Figure): number | undefined {
  return 'value' in of ? of.value : undefined;
}
