import { expect, type Page } from '@playwright/test';

/** The sizes of a window in CSS pixels. The last one is 1280 × 800 at 200 % zoom. */
const SIZES = [
  [1440, 900],
  [1280, 800],
  [960, 700],
  [800, 600],
  [640, 400],
] as const;

/** Expects that everything on the page fits at every size, and leaves it at 1280 × 800. */
export async function expectFits(page: Page, path: string): Promise<void> {
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height });
    // A panel is moved a moment after the size changed.
    await expect.poll(() => page.evaluate(misfits), `${path} at ${width} × ${height}`).toEqual([]);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
}

/** The sizes that leave a pop-over least room, and the usual one, at which the page is left. */
const POPOVER_SIZES = [SIZES[4], SIZES[3], SIZES[1]] as const;

/** Expects that each menu and pop-over of the page fits. */
export async function expectPopoversFit(page: Page, path: string): Promise<void> {
  const panel = page.locator('[role="dialog"], [role="menu"]');
  const buttons = page.locator('button[aria-haspopup]:visible:enabled');
  for (const [width, height] of POPOVER_SIZES) {
    await page.setViewportSize({ width, height });
    for (let index = 0; index < (await buttons.count()); index++) {
      const button = buttons.nth(index);
      const name = (await button.getAttribute('aria-label')) ?? (await button.textContent()) ?? '';
      await button.click();
      // Its code may be loaded only now; Escape works where the focus is.
      await expect(panel.and(page.locator(':focus-within'))).toHaveCount(1);
      await expect
        .poll(() => page.evaluate(misfits), `“${name}” opened on ${path} at ${width} × ${height}`)
        .toEqual([]);
      await page.keyboard.press('Escape');
      await expect(panel).toHaveCount(0);
    }
  }
}

/**
 * Runs in the page. Finds what does not fit: a document that scrolls; text and controls that are cut off, or outside their parent; texts
 * that lie on others; pop-overs beyond the window; texts of which fewer than four characters are seen, or stand in a line, or which are
 * cut at their beginning; words that are broken; targets too small to be hit.
 */
export function misfits(): string[] {
  const found = new Set<string>();
  /** Differences that come from rounding. */
  const SLACK = 1;
  /** Least size of a target, and of the space around a smaller one (WCAG 2.5.8). */
  const TARGET = 24;
  /** Least number of characters that one reads at once. */
  const LEAST = 4;

  /** Labels in charts, whose places follow from when things happened. */
  const PLACED_BY_TIME = 'svg, [style^="left:"], [style*=" left:"], [style^="right:"]';

  interface Box {
    readonly left: number;
    readonly right: number;
    readonly top: number;
    readonly bottom: number;
  }
  /** A line of text or a control. */
  interface Thing {
    readonly name: string;
    readonly element: Element;
    readonly isText: boolean;
    readonly box: Box;
    /** The part of its box that is to be seen. */
    readonly seen: Box;
    readonly layer: Element;
  }

  const widthOf = ({ left, right }: Box) => right - left;
  const heightOf = ({ top, bottom }: Box) => bottom - top;
  const common = (a: Box, b: Box): Box => ({
    left: Math.max(a.left, b.left),
    right: Math.min(a.right, b.right),
    top: Math.max(a.top, b.top),
    bottom: Math.min(a.bottom, b.bottom),
  });
  const meet = (a: Box, b: Box) => {
    const both = common(a, b);
    return widthOf(both) > 2 * SLACK && heightOf(both) > 2 * SLACK;
  };
  const areNested = (a: Element, b: Element) => a.contains(b) || b.contains(a);
  const nameOf = ({ tagName, classList }: Element) => `${tagName.toLowerCase()}.${classList[0] ?? ''}`;
  const isLaidOut = (element: Element) => !/^(?:contents|inline)$/.test(getComputedStyle(element).display);
  const isClear = (color: string) => /^rgba\(.*, 0\)$/.test(color);
  const isFree = (element: Element) => /^(?:absolute|fixed|sticky)$/.test(getComputedStyle(element).position);

  /** True for what nobody sees, such as text for assistive technology. */
  const isUnseen = (element: Element): boolean => {
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return true;
    if (isClear(getComputedStyle(element).color)) return true;
    for (let at: Element | null = element; at !== null; at = at.parentElement) {
      const { clipPath, overflowX } = getComputedStyle(at);
      if (clipPath === 'inset(50%)' || (overflowX !== 'visible' && at.getBoundingClientRect().width <= 1)) return true;
    }
    return false;
  };

  /** The boxes that an element is laid out in, the nearest first: one that is placed is in the nearest that is placed, too. */
  const framesOf = (element: Element): Element[] => {
    const frames: Element[] = [];
    let { position } = getComputedStyle(element);
    for (let at = element.parentElement; at !== null; at = at.parentElement) {
      const style = getComputedStyle(at);
      const isPlaced = style.position !== 'static' || style.transform !== 'none';
      if (position === 'fixed' || (position === 'absolute' && !isPlaced)) continue;
      if (isLaidOut(at)) frames.push(at);
      position = style.position;
    }
    return frames;
  };

  /** The nearest placed ancestor that, or whose content, covers what is behind it. */
  const layerOf = (from: Element | null): Element => {
    let isOpaque = false;
    for (let at = from; at !== null; at = at.parentElement) {
      const { position, backgroundColor } = getComputedStyle(at);
      isOpaque ||= !isClear(backgroundColor);
      if (position !== 'static' && isOpaque) return at;
    }
    return document.body;
  };

  const things: Thing[] = [];

  /** Notes a thing that is to be seen; says when it is cut off, or outside a box that it is laid out in. */
  const note = (name: string, element: Element, box: Box, isText: boolean): void => {
    let seen = box;
    // Text may be cut where an ellipsis says so, and what scrolls may be anywhere; then its own box counts no more.
    let [endsX, endsY, isPlaced] = [false, false, !isText && isFree(element)];
    for (const at of isText && isLaidOut(element) ? [element, ...framesOf(element)] : framesOf(element)) {
      const { overflowX, overflowY, textOverflow, webkitLineClamp, whiteSpaceCollapse, overflowWrap } =
        getComputedStyle(at);
      const rect = at.getBoundingClientRect();
      const frame = { left: rect.left, right: rect.right, top: rect.top, bottom: rect.bottom };
      // Spaces at the end of a line hang out.
      if (isText && whiteSpaceCollapse !== 'collapse' && overflowWrap === 'anywhere')
        seen = { ...seen, right: Math.min(seen.right, frame.right) };
      // A chart draws marks on its edge.
      if (at instanceof SVGElement && overflowX === 'visible') {
        isPlaced = true;
        continue;
      }
      const clamps = webkitLineClamp !== 'none';
      endsX ||= (isText && textOverflow === 'ellipsis') || clamps || /auto|scroll/.test(overflowX);
      endsY ||= clamps || /auto|scroll/.test(overflowY);
      const isBeyond =
        (!endsX && (seen.left < frame.left - SLACK || seen.right > frame.right + SLACK)) ||
        (!endsY && (seen.top < frame.top - SLACK || seen.bottom > frame.bottom + SLACK));
      const clips = overflowX !== 'visible' || overflowY !== 'visible';
      if (isBeyond && (clips || !isPlaced))
        return void found.add(`${name} is ${clips ? 'cut off by' : 'outside'} ${nameOf(at)}`);
      if (clips) seen = common(seen, frame);
      if (widthOf(seen) <= 0 || heightOf(seen) <= 0) break;
      isPlaced ||= isFree(at);
    }
    if (widthOf(seen) > 0 && heightOf(seen) > 0)
      things.push({ name, element, isText, box, seen, layer: layerOf(isText ? element : element.parentElement) });
  };

  const range = document.createRange();
  /** The boxes of the letters of a text, one for each line. */
  const linesOf = (node: Node, from: number, to: number): Box[] => {
    range.setStart(node, from);
    range.setEnd(node, to);
    return [...range.getClientRects()].filter(({ width, height }) => width > 0 && height > 0);
  };
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
    const parent = node.parentElement;
    const text = node.textContent ?? '';
    if (parent === null || text.trim() === '' || parent.matches('script, style, option') || isUnseen(parent)) continue;
    if (parent.closest(PLACED_BY_TIME) !== null) continue;
    const name = `“${text.trim().slice(0, 30)}” in ${nameOf(parent)}`;
    const lines = linesOf(node, 0, text.length);
    const size = Number.parseFloat(getComputedStyle(parent).fontSize);
    for (const { left, right, top, bottom } of lines) {
      // Letters are lower than the space that a typeface takes for them.
      const middle = (top + bottom) / 2;
      const letters = { left, right, top: middle - 0.4 * size, bottom: middle + 0.4 * size };
      note(name, parent, letters, true);
    }
    const count = new Set(lines.map(({ top }) => Math.round(top / size))).size;
    let block: Element | null = parent;
    while (block !== null && !isLaidOut(block)) block = block.parentElement;
    const isAlone = block?.textContent.trim() === text.trim();
    if (isAlone && count > 1 && text.trim().length / count < LEAST) found.add(`${name} stands in ${count} lines`);
    for (const { index, 0: word } of text.matchAll(/(?<![^\s(“])\p{L}{2,14}(?![^\s)”.,:;?!])/gu)) {
      const tops = linesOf(node, index, index + word.length).map(({ top }) => top);
      if (Math.max(...tops) - Math.min(...tops) > size / 2) found.add(`“${word}” is broken in ${nameOf(parent)}`);
    }
  }

  for (const element of document.querySelectorAll('body *')) {
    const text = element.textContent.trim();
    const { scrollWidth, clientWidth } = element;
    if (scrollWidth <= clientWidth || getComputedStyle(element).textOverflow !== 'ellipsis' || isUnseen(element))
      continue;
    const count = (clientWidth / scrollWidth) * text.length;
    if (count < LEAST)
      found.add(`${Math.round(count)} characters of “${text.slice(0, 30)}” in ${nameOf(element)} are seen`);
    const first = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode();
    const [letter] = first === null ? [] : linesOf(first, 0, 1);
    const { left, right } = element.getBoundingClientRect();
    if (letter !== undefined && (letter.right < left || letter.left > right))
      found.add(`the beginning of “${text.slice(0, 30)}” in ${nameOf(element)} is cut off`);
  }

  const CONTROLS = 'button, a[href], input, select, textarea, [role="tab"], [role="switch"], [role="option"]';
  for (const element of document.querySelectorAll(`${CONTROLS}, svg.lucide`)) {
    const { left, right, top, bottom, width, height } = element.getBoundingClientRect();
    if (isUnseen(element) || !isLaidOut(element) || width <= 1 || height <= 1) continue;
    const label = element.getAttribute('aria-label') ?? element.textContent;
    note(`${nameOf(element)} ${label.trim().slice(0, 30)}`, element, { left, right, top, bottom }, false);
  }

  const inField = ({ element }: Thing) => element.closest('.mantine-Input-wrapper') ?? element;
  for (const [index, one] of things.entries())
    for (const other of things.slice(index + 1)) {
      if (one.layer !== other.layer || areNested(one.element, other.element) || inField(one) === inField(other))
        continue;
      if ((one.isText || other.isText) && meet(one.seen, other.seen))
        found.add(`${one.name} and ${other.name} overlap`);
    }

  // One that is scrolled half out of sight is no target.
  const targets = things.filter(
    ({ element, box, seen, isText }) =>
      !isText && element.matches(CONTROLS) && widthOf(seen) === widthOf(box) && heightOf(seen) === heightOf(box),
  );
  for (const one of targets) {
    if (widthOf(one.box) > TARGET - SLACK && heightOf(one.box) > TARGET - SLACK) continue;
    const [x, y] = [(one.box.left + one.box.right) / 2, (one.box.top + one.box.bottom) / 2];
    const around = { left: x - TARGET / 2, right: x + TARGET / 2, top: y - TARGET / 2, bottom: y + TARGET / 2 };
    const near = targets.find(
      (other) =>
        other.layer === one.layer &&
        !areNested(other.element, one.element) &&
        inField(other) !== inField(one) &&
        meet(around, other.box),
    );
    if (near !== undefined) found.add(`${one.name} is too small beside ${near.name}`);
  }

  for (const panel of document.querySelectorAll('[role="dialog"], [role="menu"]')) {
    const { left, right, top, bottom } = panel.getBoundingClientRect();
    if (isUnseen(panel)) continue;
    if (left < -SLACK || top < -SLACK || right > innerWidth + SLACK || bottom > innerHeight + SLACK)
      found.add(`${nameOf(panel)} “${panel.textContent.trim().slice(0, 30)}” is beyond the window`);
  }

  const { scrollWidth, scrollHeight } = document.documentElement;
  if (scrollWidth > innerWidth) found.add(`the document is ${scrollWidth} wide`);
  if (scrollHeight > innerHeight) found.add(`the document is ${scrollHeight} high`);
  return [...found];
}
