import { drawings, type DrawingKind } from './drawings/kinds.ts';
import { createPen } from './drawings/pen.ts';
import type { DrawingSpec } from './drawings/spec.ts';
import { compose } from './drawings/composition.ts';

/** Every kind `drawListing` knows, in catalogue order. */
export const drawingKinds = Object.keys(drawings) as DrawingKind[];

/** Of every drawing, in its own pixels; the height is three quarters of it. */
export const drawingWidth = 1_200;

/** A product picture as SVG, 1200 × 900, at most 12 kB; the same spec is always the same picture. */
export function drawListing(spec: DrawingSpec): string {
  const pen = createPen(spec);
  const scene = compose(pen, spec, drawings[spec.kind]);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${drawingWidth}" height="900" viewBox="0 0 1200 900"><defs>${studioDefinitions}${pen.definitions()}</defs>${scene}</svg>`;
}

/** The wide ground shadow of a standing product and the dark line where it touches the floor. */
const studioDefinitions = [
  '<radialGradient id="ground"><stop stop-color="#0b1026" stop-opacity=".8"/><stop offset=".5" stop-color="#0b1026" stop-opacity=".35"/><stop offset="1" stop-color="#0b1026" stop-opacity="0"/></radialGradient>',
  '<radialGradient id="contact"><stop stop-color="#0b1026" stop-opacity=".7"/><stop offset=".62" stop-color="#0b1026" stop-opacity=".5"/><stop offset="1" stop-color="#0b1026" stop-opacity="0"/></radialGradient>',
].join('');
