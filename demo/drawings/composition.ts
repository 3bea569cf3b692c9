import { createRandom, itemAt } from '#demo/random.ts';
import { flatBackdrop, standingBackdrop, studioFor, type Studio } from './backdrops.ts';
import { mix, productColors } from './color.ts';
import { outlines } from './outlines.ts';
import type { Pen } from './pen.ts';
import type { Drawing } from './product.ts';
import type { DrawingSpec } from './spec.ts';

/** Backdrop, ground shadow, props and the product, composed for one photo of 1200 × 900. */
export function compose(pen: Pen, spec: DrawingSpec, drawing: Drawing): string {
  const studio = studioFor(productColors[spec.color], spec.seed + (spec.view === 2 ? 5 : 0));
  const style = spec.seed * 3 + Math.floor(spec.seed / 8) + (spec.view === 2 ? 3 : 0);
  return drawing.pose === 'flat'
    ? flatBackdrop(pen, studio, style) + laidDown(pen, spec, drawing)
    : standingBackdrop(pen, studio, style) + stoodUp(pen, spec, drawing, studio);
}

function laidDown(pen: Pen, spec: DrawingSpec, drawing: Drawing): string {
  const random = createRandom(spec.seed ^ 0x5eed);
  const zoom = spec.view === 2 ? 1.62 : 1;
  const angle = (drawing.upright ? 0 : random.int(-13, 13)) + (spec.view === 2 ? 11 : 0);
  const [focusX, focusY] = spec.view === 2 ? drawing.focus : [0, 0];
  const place = `rotate(${angle}) scale(${zoom}) translate(${-focusX} ${-focusY})`;
  const outline = outlines[spec.kind]?.(spec.variant) ?? '';
  return tableShadow(pen.group(place, outline)) + pen.group(`translate(600 450) ${place}`, drawing.draw(pen));
}

/**
 * The outline laid down and to the right in ever wider, fainter strokes. A blur filter looks the same and takes
 * twenty times as long to render (450 ms at 1200 × 900).
 */
function tableShadow(outline: string): string {
  const layers = Array.from({ length: 13 }, (_, layer) => {
    const opacity = ((13 - layer) * 0.0045).toFixed(3);
    return `<use href="#fall" stroke-width="${2 + layer * 6}" opacity="${opacity}"/>`;
  });
  const painted = `<g id="fall" fill="#0b1026" stroke="#0b1026" stroke-linejoin="round" stroke-linecap="round">${outline}</g>`;
  return `<g transform="translate(618 476)"><defs>${painted}</defs>${layers.join('')}</g>`;
}

function stoodUp(pen: Pen, spec: DrawingSpec, drawing: Drawing, studio: Studio): string {
  const random = createRandom(spec.seed ^ 0x5eed);
  const product = shadow(pen, drawing.width) + drawing.draw(pen);
  if (spec.view === 2) {
    const [focusX, focusY] = drawing.focus;
    return pen.group(`translate(600 470) scale(1.72) translate(${-focusX} ${-focusY})`, product);
  }
  const shift = drawing.width > 560 ? 0 : itemAt([0, -70, 60, 0], random.int(0, 3));
  const prop = drawing.width > 560 ? '' : sideProp(pen, studio, shift, random.int(0, 6));
  const height = drawing.height ?? 520;
  const scale = Math.min(860 / drawing.width, 590 / height, 1.42) - random.int(0, 5) / 100;
  const ground = 752 - Math.max(0, 560 - height * scale) * 0.3;
  return (
    prop + pen.group(`translate(${600 + shift} ${Math.round(ground)}) scale(${scale.toFixed(2)})`, product)
  );
}

function shadow({ ellipse, soft }: Pen, width: number): string {
  return (
    soft(0.42, ellipse(width * 0.09, 2, width * 0.64, 44, 'url(#ground)')) +
    soft(0.8, ellipse(6, -1, width * 0.53, 20, 'url(#contact)'))
  );
}

/** A quiet studio object beside small products: plinth, ball, steps or stone. Often nothing. */
function sideProp(pen: Pen, { wall, floor, shape }: Studio, shift: number, choice: number): string {
  const { rect, circle, path, fade, glow, group, ellipse, soft } = pen;
  const side = shift > 0 ? -1 : 1;
  const light = mix(shape, '#ffffff', 0.3);
  const dark = mix(shape, '#141a33', 0.14);
  const at = `translate(${600 + shift + side * 380} 700)`;
  const cast = soft(0.25, ellipse(14, 0, 110, 20, 'url(#ground)'));
  const faces = fade(light, dark, 'right');
  if (choice === 1)
    return group(at, cast, rect(-70, -170, 140, 172, 0, faces), ellipse(0, -170, 70, 16, light));
  if (choice === 2) return group(at, cast, circle(0, -62, 62, glow(mix(wall, '#ffffff', 0.5), dark)));
  if (choice === 3)
    return group(
      at,
      cast,
      rect(-90, -60, 180, 60, 0, faces),
      rect(-90, -120, 110, 62, 0, fade(light, shape, 'right')),
    );
  if (choice === 4) return group(at, cast, path('M-90 0a90 90 0 0 1 180 0h-46a44 44 0 0 0-88 0z', faces));
  if (choice === 5)
    return group(
      at,
      cast,
      rect(-56, -90, 112, 90, 0, faces),
      circle(0, -132, 42, glow(light, mix(floor, '#141a33', 0.2))),
    );
  return '';
}
