import type { Random } from '#demo/random.ts';
import type { ApiReply } from './caller.ts';
import type { SeenRecord, World } from './world.ts';

/** An action that an actor may do now; `undefined` when there is no row for it. */
export interface Move {
  name: string;
  /** The weight of the action in the random choice. */
  weight: number;
  make(world: World, random: Random): Promise<ApiReply | undefined>;
}

export const note = 'Escrito por acaso, com mais de trinta letras, para o que quer que seja.';

/** An action on an order; its body may need calls of its own, such as an upload. */
export type Step = readonly [
  verb: string,
  body?: (random: Random, order: SeenRecord, world: World) => object | Promise<object>,
];
