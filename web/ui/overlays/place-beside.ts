export type Side = 'top' | 'right' | 'bottom' | 'left';

const gapPx = 6;
const marginPx = 12;

interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Positions a fixed element beside another, on the opposite side when there is no space, and always inside the window. */
export function placeBeside(element: HTMLElement, anchor: HTMLElement, side: Side): void {
  const window = { width: document.documentElement.clientWidth, height: innerHeight };
  const size = { width: element.offsetWidth, height: element.offsetHeight };
  const { left, top } = positionBeside(anchor.getBoundingClientRect(), size, window, side);
  element.style.left = `${left}px`;
  element.style.top = `${top}px`;
}

/** The upper left corner of a box of this size, in pixels of the window. */
export function positionBeside(
  anchor: Box,
  size: { width: number; height: number },
  window: { width: number; height: number },
  side: Side,
): { left: number; top: number } {
  const middle = {
    left: anchor.left + (anchor.width - size.width) / 2,
    top: anchor.top + (anchor.height - size.height) / 2,
  };
  const before = { left: anchor.left - size.width - gapPx, top: anchor.top - size.height - gapPx };
  const after = { left: anchor.left + anchor.width + gapPx, top: anchor.top + anchor.height + gapPx };
  const axis = side === 'top' || side === 'bottom' ? 'top' : 'left';
  const length = axis === 'top' ? 'height' : 'width';
  const fitsBefore = before[axis] >= marginPx;
  const fitsAfter = after[axis] + size[length] <= window[length] - marginPx;
  const wantsBefore = side === 'top' || side === 'left';
  const goesBefore = wantsBefore ? fitsBefore || !fitsAfter : fitsBefore && !fitsAfter;
  const place = { ...middle, [axis]: (goesBefore ? before : after)[axis] };
  return {
    left: within(place.left, window.width - size.width),
    top: within(place.top, window.height - size.height),
  };
}

function within(value: number, available: number): number {
  return Math.round(Math.max(marginPx, Math.min(value, available - marginPx)));
}
