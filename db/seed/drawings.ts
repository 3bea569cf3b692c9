import { drawings, type DrawingKind } from './drawings/kinds.ts';
import { createPen } from './drawings/pen.ts';
import type { DrawingSpec } from './drawings/spec.ts';
import { compose } from './drawings/stage.ts';

/** Every kind `drawListing` knows, in catalogue order. */
export const drawingKinds = Object.keys(drawings) as DrawingKind[];

/** A product picture as SVG, 1200 × 900, at most 12 kB; the same spec is always the same picture. */
export function drawListing(spec: DrawingSpec): string {
  const pen = createPen(spec);
  const scene = compose(pen, spec, drawings[spec.kind]);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="900" viewBox="0 0 1200 900"><defs>${studioDefinitions}${pen.definitions()}</defs>${scene}</svg>`;
}

/** Ground shadow, its soft edge, and the shadow a flat product drops on the table. */
const studioDefinitions = [
  '<radialGradient id="ground"><stop stop-color="#0b1026" stop-opacity=".8"/><stop offset=".5" stop-color="#0b1026" stop-opacity=".35"/><stop offset="1" stop-color="#0b1026" stop-opacity="0"/></radialGradient>',
  '<filter id="blur" x="-20%" y="-120%" width="140%" height="340%"><feGaussianBlur stdDeviation="9"/></filter>',
  '<filter id="fall" x="-20%" y="-20%" width="150%" height="150%"><feDropShadow dx="16" dy="26" stdDeviation="20" flood-color="#0b1026" flood-opacity=".32"/></filter>',
].join('');
