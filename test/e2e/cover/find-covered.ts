/**
 * Runs in the page: text and controls that another element covers and that no scrolling brings clear. It has no imports,
 * since its text is sent to the browser.
 */
export async function findCovered(): Promise<string[]> {
  const found = new Set<string>();
  const pending: Pending = new Map(candidates().map((node) => [node, new Set<number>()] as const));
  const step = Math.round(innerHeight * 0.65);
  const end = () => document.documentElement.scrollHeight - innerHeight + step;
  for (let top = 0; top === 0 || top < end(); top += step) {
    scrollTo(0, top);
    await lookAtAll(pending, found);
    await scrollParts(pending, found);
  }
  for (const block of ['center', 'end', 'start'] as const)
    for (const node of pending.keys()) {
      elementOf(node).scrollIntoView({ block, inline: 'center' });
      await lookAtAll(pending, found);
    }
  for (const [node, clear] of pending) {
    elementOf(node).scrollIntoView({ block: 'center', inline: 'center' });
    await frames();
    found.add(describeCovered(node, clear));
  }
  found.delete('');
  scrollTo(0, 0);
  return [...found];
}

/** Where every element of the page is, as one text. */
export function boxesOfPage(): string {
  const boxes = [...document.body.querySelectorAll('*')].map((each) => {
    const { x, y, width, height } = each.getBoundingClientRect();
    return [each.tagName, x, y, width, height].join(' ');
  });
  return boxes.join('\n');
}

/** What was not clear at any place yet, with the lines of it that were. */
type Pending = Map<Element | Text, Set<number>>;

/** Scrolls the parts in the window that scroll by themselves, such as wide tables, through their content. */
async function scrollParts(pending: Pending, found: Set<string>): Promise<void> {
  const parts = new Set<Element>();
  for (const node of pending.keys())
    for (let each = elementOf(node).parentElement; each && each !== document.body; each = each.parentElement)
      if (each.scrollWidth > each.clientWidth + 1 || each.scrollHeight > each.clientHeight + 1)
        parts.add(each);
  for (const part of parts) {
    const { top, bottom } = part.getBoundingClientRect();
    const { overflowX, overflowY } = getComputedStyle(part);
    if (bottom < 0 || top > innerHeight || !/auto|scroll/.test(overflowX + overflowY)) continue;
    for (let left = 0; left < part.scrollWidth; left += Math.max(80, part.clientWidth * 0.4))
      for (let down = 0; down < part.scrollHeight; down += Math.max(80, part.clientHeight * 0.6)) {
        part.scrollTo(left, down);
        await lookAtAll(pending, found, part);
      }
    part.scrollTo(0, 0);
  }
}

async function lookAtAll(pending: Pending, found: Set<string>, within?: Element): Promise<void> {
  await frames();
  for (const [node, clear] of pending)
    if ((!within || within.contains(node)) && isDone(node, clear, found)) pending.delete(node);
}

/** What is never a reason to scroll: it may not lie over anything at all. */
const floating = '[data-notices], [aria-label="Ativar avisos"]';
const controls =
  'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=tab], [role=menuitem], [role=option]';

/** Every control and every text; only those of an open dialog, which covers the page on purpose. */
function candidates(): (Element | Text)[] {
  const dialogs = document.querySelectorAll('[role=dialog][data-state=open], [role=alertdialog]');
  const scope = dialogs[dialogs.length - 1] ?? document.body;
  const nodes: (Element | Text)[] = [...scope.querySelectorAll(controls)];
  const texts = document.createTreeWalker(scope, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode() as Text | null; text; text = texts.nextNode() as Text | null)
    if (
      text.data.trim() !== '' &&
      !text.parentElement!.closest('script, style, option, noscript, textarea, .sr-only')
    )
      nodes.push(text);
  return nodes.filter((node) => !elementOf(node).closest('[inert], [data-sonner-toaster]'));
}

/** Adds the lines that are clear where the page stands now to `clear`: whether all are, or the node is not visible at all. */
function isDone(node: Element | Text, clear: Set<number>, found: Set<string>): boolean {
  if (!elementOf(node).checkVisibility({ opacityProperty: true, visibilityProperty: true })) return true;
  const lines = linesOf(node);
  // `sr-only`
  if (lines.length > 0 && lines.every(({ width, height }) => width <= 2 || height <= 2)) return true;
  for (const [index, line] of lines.entries()) {
    if (clear.has(index)) continue;
    const box = clipped(line, elementOf(node));
    if (box === 'cut off') clear.add(index);
    if (!box || box === 'cut off') continue;
    const covers = pointsOf(box, node).map(([x, y]) => coverAt(x, y, node));
    if (covers.every((cover) => cover === null)) clear.add(index);
    const card = covers.find((cover) => cover?.closest(floating));
    if (card) found.add(`${nameOf(node)} under ${nameOf(card)}`);
  }
  return lines.length > 0 && clear.size >= lines.length;
}

function describeCovered(node: Element | Text, clear: ReadonlySet<number>): string {
  for (const [index, line] of linesOf(node).entries()) {
    const box = clear.has(index) ? null : clipped(line, elementOf(node));
    const cover =
      box &&
      box !== 'cut off' &&
      pointsOf(box, node)
        .map(([x, y]) => coverAt(x, y, node))
        .find((each) => each !== null);
    if (cover) return `${nameOf(node)} under ${nameOf(cover)}`;
  }
  return '';
}

function linesOf(node: Element | Text): DOMRect[] {
  if (node instanceof Element) return [...node.getClientRects()];
  const range = document.createRange();
  range.selectNodeContents(node);
  return [...range.getClientRects()].filter(({ width }) => width > 2);
}

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/**
 * The part of a line that the window and the scrolling ancestors show; null where that is too little to read. A line
 * that an ancestor cuts off for good, as the end of a shortened text, is not there to be read.
 */
function clipped(line: DOMRect, element: Element): Box | 'cut off' | null {
  const { left, top, right, bottom, height } = line;
  const box = { left, top, right, bottom };
  if (bottom < 0 || top > innerHeight) return null;
  for (let each: Element | null = element; each && each !== document.body; each = each.parentElement) {
    const style = getComputedStyle(each);
    const { left: start, right: end, top: over, bottom: under } = each.getBoundingClientRect();
    // An ellipsis stands before the padding.
    const padding = style.textOverflow === 'ellipsis' ? Number.parseFloat(style.paddingRight) : 0;
    const edge = { left: start, right: end - padding, top: over, bottom: under };
    if (style.overflowX !== 'visible') cut(box, edge, 'left', 'right');
    if (style.overflowY !== 'visible') cut(box, edge, 'top', 'bottom');
    const isGone = box.right - box.left < 2 || box.bottom - box.top < height / 2;
    if (isGone) return /auto|scroll/.test(style.overflowX + style.overflowY) ? null : 'cut off';
    if (style.position === 'fixed') break;
  }
  const screen = { left: 0, top: 0, right: document.documentElement.clientWidth, bottom: innerHeight };
  cut(box, screen, 'left', 'right');
  cut(box, screen, 'top', 'bottom');
  const seen = box.bottom - box.top;
  return box.right - box.left < 2 || seen < Math.min(height * 0.9, innerHeight / 3) ? null : box;
}

function cut(box: Box, edge: Box, start: 'left' | 'top', end: 'right' | 'bottom'): void {
  box[start] = Math.max(box[start], edge[start]);
  box[end] = Math.min(box[end], edge[end]);
}

/** A text is read from end to end, a control is pressed near its middle. */
function pointsOf({ left, top, right, bottom }: Box, node: Element | Text): [x: number, y: number][] {
  const inset = node instanceof Text ? Math.min(4, (right - left) / 4) : (right - left) / 3;
  const middle = (top + bottom) / 2;
  return [
    [left + inset, middle],
    [(left + right) / 2, middle],
    [right - inset, middle],
  ];
}

/** What covers the node at this point, or null. */
function coverAt(x: number, y: number, node: Element | Text): Element | null {
  const hit = document.elementFromPoint(x, y);
  const element = elementOf(node);
  if (!hit || hit.contains(element) || element.contains(hit)) return null;
  const label = element.closest('label, svg');
  if (label?.contains(hit)) return null;
  return node instanceof Text && isTransparentAt(hit, element, x, y) ? null : hit;
}

/** Links stretched over their card, and boxes without a ground, hide no text. */
function isTransparentAt(hit: Element, under: Element, x: number, y: number): boolean {
  for (let each: Element | null = hit; each && !each.contains(under); each = each.parentElement) {
    const { backgroundColor, backgroundImage, opacity } = getComputedStyle(each);
    if (opacity === '0' || !contains(each.getBoundingClientRect(), x, y)) continue;
    const painted = !/^rgba\(0, 0, 0, 0\)$|\/ 0\)$/.test(backgroundColor) || backgroundImage !== 'none';
    if (painted || /^(img|svg|canvas|video|iframe)$/i.test(each.tagName)) return false;
  }
  return ![...hit.childNodes].some((child) => {
    if (!(child instanceof Text)) return false;
    const boxes = linesOf(child).map((line) => clipped(line, hit));
    return boxes.some((box) => box !== null && box !== 'cut off' && contains(box, x, y));
  });
}

function contains({ left, top, right, bottom }: Box, x: number, y: number): boolean {
  return left <= x && x <= right && top <= y && y <= bottom;
}

function elementOf(node: Element | Text): Element {
  return node instanceof Element ? node : node.parentElement!;
}

function nameOf(node: Element | Text): string {
  const text = (node.textContent || (node as Element).getAttribute?.('aria-label') || '').trim().slice(0, 40);
  if (node instanceof Text) return `«${text}»`;
  const holder = node.closest('[data-slot], [aria-label], header, aside, nav');
  const where =
    holder?.getAttribute('data-slot') ?? holder?.getAttribute('aria-label') ?? holder?.tagName ?? '';
  return `<${node.tagName.toLowerCase()} «${text}»> in ${where}`;
}

/** Bars follow the scrolling one frame later. */
async function frames(): Promise<void> {
  for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
}
