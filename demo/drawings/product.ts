import type { Pen } from './pen.ts';

/** How one kind of product is drawn. */
export interface Drawing {
  /** Standing on the floor at y = 0, or lying on a table around (0, 0). */
  pose: 'standing' | 'flat';
  /** Width of the ground shadow of a standing product. */
  width: number;
  /** Height of a standing product, 520 unless told; low things are drawn larger. */
  height?: number;
  /** Centre of the close-up. */
  focus: readonly [x: number, y: number];
  /** A flat product that is never turned. */
  upright?: true;
  draw(pen: Pen): string;
}
