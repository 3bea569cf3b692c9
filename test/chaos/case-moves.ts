import type { Random } from '#db/seed/random.ts';
import type { Person } from '#test/people.ts';
import { note } from './order-moves.ts';
import type { Move } from './order-moves.ts';
import type { Said } from './caller.ts';
import type { World } from './world.ts';

const onCase = (
  name: string,
  weight: number,
  make: (
    world: World,
    random: Random,
    found: World['cases'][number],
    who: Person,
  ) => Promise<Said | undefined>,
): Move => ({
  name,
  weight,
  async make(world, random) {
    if (world.cases.length === 0) return undefined;
    const found = world.cases[random.int(Math.max(0, world.cases.length - 25), world.cases.length - 1)]!;
    return make(world, random, found, found.order[random.pick(['buyer', 'seller'] as const)]);
  },
});

const proposals = [
  { kind: 'full' },
  { kind: 'partial', percent: 30 },
  { kind: 'replacement' },
  { kind: 'keep' },
] as const;

/** The calls that need nothing but the case. */
const plain: readonly (readonly [verb: string, body?: (random: Random) => object])[] = [
  ['answer', () => ({ words: note })],
  ['answer', () => ({ words: note })],
  ['proposals', (random) => random.pick(proposals)],
  ['proposals', (random) => random.pick(proposals)],
  ['mediation'],
  ['mediation'],
  ['fulfilment', () => ({ words: note })],
  ['confirmation'],
  ['appeal', () => ({ ground: 'error', words: note })],
  ['appeal', () => ({ ground: 'new_fact', words: note })],
  ['acceptance'],
  ['withdrawal'],
];

const speak = onCase('complaint step', 7, async (world, random, { id }, who) => {
  const [verb, body] = random.pick(plain);
  const said = await (random.chance(0.1) ? world.twice : world.post)(
    who,
    `/complaints/${id}/${verb}`,
    body?.(random),
  );
  world.count(`complaint ${verb}`, said);
  return undefined;
});

const answerProposal = onCase('proposal answered', 3, async (world, random, { id, order }, who) => {
  const { data } = await world.get(who, `/orders/${order.hash}/complaints`);
  const found = data?.items.find((each: { id: number }) => each.id === id);
  const last = found?.proposals.at(-1);
  if (!last) return undefined;
  const path = `/complaints/${id}/proposals/${last.id}/answer`;
  return world.post(who, path, { answer: random.pick(['accept', 'accept', 'refuse']) });
});

const verdicts = [
  { result: 'full' },
  { result: 'partial', percent: 30 },
  { result: 'split' },
  { result: 'release' },
  { result: 'replacement' },
] as const;

const decide = onCase('complaint decided', 4, (world, random, { id }) => {
  const who = random.pick([world.admin, world.second, world.support]);
  const verb = random.pick(['decision', 'decision', 'appeal-decision', 'requests', 'assignment'] as const);
  const bodies = {
    decision: { ...random.pick(verdicts), grounds: note, rule: 'CDC, art. 35' },
    'appeal-decision': { ...random.pick(verdicts), grounds: note, rule: 'CDC, art. 35' },
    requests: { side: random.pick(['buyer', 'seller']), words: note },
    assignment: undefined,
  };
  return world.post(who, `/staff/complaints/${id}/${verb}`, bodies[verb]);
});

/** Everything the two sides and the team do about complaints. */
export const caseMoves: readonly Move[] = [speak, answerProposal, decide];
