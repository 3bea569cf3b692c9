import { buyerFrauds } from './buyer-frauds.ts';
import { sellerFrauds } from './seller-frauds.ts';
import type { FraudKind, MadeOrder, Scheme, World } from './world.ts';
import { fraudKinds } from './world.ts';

const schemes: Record<FraudKind, Scheme> = { ...buyerFrauds, ...sellerFrauds };

/** The same number of fraudulent orders of each kind, in schemes of many sizes. */
export function makeFrauds(world: World, ofEach: number): MadeOrder[] {
  const { random } = world;
  return fraudKinds.flatMap((kind) => {
    const made: MadeOrder[] = [];
    while (made.length < ofEach) {
      const drawn = random.next();
      const care = drawn < 0.5 ? 'careless' : drawn < 0.85 ? 'usual' : 'careful';
      made.push(...schemes[kind](world, care));
    }
    return made.slice(0, ofEach);
  });
}
