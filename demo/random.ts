/** A deterministic random generator: the same seed always gives the same choices. */
export interface Random {
  /** A float in [0, 1). */
  next(): number;
  /** A whole number between both ends, ends included. */
  int(minimum: number, maximum: number): number;
  /** One of the items; throws on an empty list. */
  pick<Item>(items: readonly Item[]): Item;
  /** A new, shuffled list. */
  shuffle<Item>(items: readonly Item[]): Item[];
  /** `count` different items, in random order. */
  sample<Item>(items: readonly Item[], count: number): Item[];
  /** True with the given probability. */
  chance(probability: number): boolean;
}

/** mulberry32, the generator the azulejo tiles use too. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const int = (minimum: number, maximum: number) => minimum + Math.floor(next() * (maximum - minimum + 1));
  const shuffle = <Item>(items: readonly Item[]): Item[] => {
    const shuffled = [...items];
    for (let last = shuffled.length - 1; last > 0; last -= 1) {
      const other = int(0, last);
      [shuffled[last], shuffled[other]] = [shuffled[other] as Item, shuffled[last] as Item];
    }
    return shuffled;
  };
  return {
    next,
    int,
    shuffle,
    pick: (items) => itemAt(items, int(0, items.length - 1)),
    sample: (items, count) => shuffle(items).slice(0, count),
    chance: (probability) => next() < probability,
  };
}

/** A 32-bit number from any text (FNV-1a), so that each thing has its own stream. */
export function seedFrom(text: string, seed = 0): number {
  let hash = (0x811c9dc5 ^ seed) >>> 0;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return hash;
}

/** The item at a position, wrapping around; throws on an empty list. */
export function itemAt<Item>(items: readonly Item[], position: number): Item {
  if (items.length === 0) throw new RangeError('an empty list has no items');
  return items[((position % items.length) + items.length) % items.length] as Item;
}
