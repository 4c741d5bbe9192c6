import type { Palette } from '../../core/report/svg-histogram';

/** The kinds of themes, as VS Code numbers them. */
const KINDS = ['light', 'dark', 'highContrastDark', 'highContrastLight'] as const;

/** Literal colours: an image in the text cannot take those of the theme. */
const PALETTES: Readonly<Record<(typeof KINDS)[number], Palette>> = {
  light: { text: '#5c6470', bar: '#2563eb' },
  dark: { text: '#a0a7b1', bar: '#5ea1ff' },
  highContrastDark: { text: '#ffffff', bar: '#7cc0ff' },
  highContrastLight: { text: '#000000', bar: '#0037a6' },
};

/** The colours for a theme of the kind that `ColorThemeKind` numbers from 1. */
export function paletteFor(kind: number): Palette {
  return PALETTES[KINDS[kind - 1] ?? 'dark'];
}
