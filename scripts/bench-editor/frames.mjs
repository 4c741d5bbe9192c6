/// <reference lib="dom" />
/** @typedef {import('playwright-core').Page} Page */

/** Duration of panning and zooming. */
const SECONDS = 10;

/**
 * Pans and zooms in the timeline with the mouse like a user, everywhere and at every scale; returns
 * the times between its frames.
 */
export async function framesWhileMoving(
  /** @type {Page} */ page,
  /** @type {import('playwright-core').Locator} */ canvas,
) {
  const box = await canvas.boundingBox();
  if (!box) throw new Error('there is no timeline to move in');
  const at = (/** @type {number} */ x) =>
    /** @type {const} */ ([box.x + box.width * x, box.y + box.height / 3]);
  const frames = canvas.evaluate(collect, SECONDS);
  const end = performance.now() + SECONDS * 1000;
  for (let step = 0; performance.now() < end; step++) {
    await page.mouse.move(...at(0.2 + 0.6 * ((step % 7) / 7)));
    if (step % 60 < 45) await zoom(page, step % 60 < 30 ? -120 : 240);
    else await drag(page, at(0.8), at(0.2 + (step % 5) / 20));
  }
  return frames;
}

async function zoom(/** @type {Page} */ page, /** @type {number} */ delta) {
  await page.keyboard.down('Control');
  await page.mouse.wheel(0, delta);
  await page.keyboard.up('Control');
}

/** @typedef {readonly [x: number, y: number]} Point */

async function drag(/** @type {Page} */ page, /** @type {Point} */ from, /** @type {Point} */ to) {
  await page.mouse.move(...from);
  await page.mouse.down();
  await page.mouse.move(...to, { steps: 12 });
  await page.mouse.up();
}

/** Runs in the webview: collects the milliseconds between animation frames for some seconds. */
function collect(/** @type {Element} */ _, /** @type {number} */ seconds) {
  return new Promise((/** @type {(times: number[]) => void} */ resolve) => {
    /** @type {number[]} */
    const times = [];
    const begin = performance.now();
    let last = begin;
    const next = (/** @type {number} */ now) => {
      times.push(now - last);
      last = now;
      if (now - begin < seconds * 1000) requestAnimationFrame(next);
      else resolve(times.slice(1));
    };
    requestAnimationFrame(next);
  });
}
