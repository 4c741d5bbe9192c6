/// <reference lib="dom" />
import { until } from '../editor/processes.mjs';

/** @typedef {import('playwright-core').Page} Page */

/**
 * Selectors that match once a webview shows its content.
 * @type {Readonly<Record<'empty' | 'results' | 'recording' | 'history', string>>}
 */
const marks = {
  empty: '#empty',
  results: 'table tbody td',
  // Its lanes have colours once their content is drawn.
  recording: '.stage canvas',
  history: '.history-chart .points',
};

/** @typedef {keyof typeof marks} Content */

/**
 * @typedef {object} Watch the result of `watch` in every frame; all frames use one clock
 * @property {number} [pressed]
 * @property {Partial<Record<Content, number>>} painted
 */

/** Makes every frame record when Enter was pressed and when content was painted. */
export const watchFrames = (/** @type {Page} */ page) =>
  page.context().addInitScript(watch, { marks });

function watch(/** @type {{ marks: Readonly<Record<string, string>> }} */ { marks }) {
  const clock = () => performance.timeOrigin + performance.now();
  const frame = /** @type {{ cyclescopeWatch?: Watch }} */ (globalThis);
  /** @type {Watch} */
  const seen = { painted: {} };
  frame.cyclescopeWatch = seen;
  addEventListener('keydown', ({ key }) => key === 'Enter' && (seen.pressed = clock()), true);

  const hasColour = (/** @type {HTMLCanvasElement} */ canvas) => {
    const pen = canvas.width > 0 && canvas.getContext('2d');
    const pixels = pen ? pen.getImageData(canvas.width / 2, 0, 1, canvas.height).data : [];
    for (let at = 0; at < pixels.length; at += 4) {
      const [red = 0, green = 0, blue = 0] = pixels.slice(at, at + 3);
      if (Math.max(red, green, blue) - Math.min(red, green, blue) > 60) return true;
    }
    return false;
  };
  const isDrawn = (/** @type {Element | null | undefined} */ element) =>
    element?.tagName === 'CANVAS'
      ? hasColour(/** @type {HTMLCanvasElement} */ (element))
      : Boolean(element);
  const look = () => {
    const painted = /** @type {Record<string, number>} */ (seen.painted);
    // A webview writes its content into a frame, which removes everything in it.
    for (const { contentDocument } of document.querySelectorAll('iframe')) {
      for (const [name, selector] of Object.entries(marks)) {
        if (painted[name] !== undefined || !isDrawn(contentDocument?.querySelector(selector)))
          continue;
        painted[name] = NaN;
        // The content of this frame is on the screen when the next one begins.
        requestAnimationFrame(() => setTimeout(() => (painted[name] = clock())));
      }
    }
    requestAnimationFrame(look);
  };
  look();
}

const readWatch = () => /** @type {{ cyclescopeWatch?: Watch }} */ (globalThis).cyclescopeWatch;

/** Opens a content by its command; returns the milliseconds from the key press to the paint. */
export async function timeToPaint(
  /** @type {Page} */ page,
  /** @type {Content} */ content,
  seconds = 60,
) {
  await page.keyboard.press('F1');
  const palette = page.locator('.quick-input-widget');
  await palette.locator('input').first().fill(`>Opener: ${content}`);
  await palette.locator('.monaco-list-row', { hasText: `Opener: ${content}` }).waitFor();
  await page.keyboard.press('Enter');
  const { pressed = NaN } = (await page.evaluate(readWatch)) ?? {};
  const painted = await until(
    `${content} on the screen`,
    // An earlier webview's paint times may still be there.
    async () => (await readPaintTimes(page, content)).find((time) => time > pressed),
    seconds,
  );
  return Number(painted) - pressed;
}

async function readPaintTimes(/** @type {Page} */ page, /** @type {Content} */ content) {
  const watches = page.frames().map((frame) => frame.evaluate(readWatch).catch(() => undefined));
  return (await Promise.all(watches)).map((seen) => seen?.painted[content] ?? NaN);
}
