import type { DrawingKind } from './kinds.ts';
import type { ProductColor } from './color.ts';

/** Everything a product picture depends on; the same spec is always the same picture. */
export interface DrawingSpec {
  kind: DrawingKind;
  /** Main colour of the product. */
  color: ProductColor;
  /** Second colour: soles, straps, art, cushions. */
  accent: ProductColor;
  /** Shape of the product; each kind wraps it to the shapes it knows. */
  variant: number;
  /** Chooses backdrop, composition and small details. */
  seed: number;
  /** 1 is the cover, 2 the close-up on another backdrop. */
  view: 1 | 2;
}
