import type { Random } from '#demo/random.ts';
import type { ComplaintState } from '#domain/complaints/complaints.ts';
import type { Person } from '#test/accounts/people.ts';
import { note } from './move.ts';
import type { Move } from './move.ts';
import type { ApiReply } from './caller.ts';
import type { World } from './world.ts';

const onCase = (
  { name, weight, forTeam = false }: { name: string; weight: number; forTeam?: boolean },
  make: (
    world: World,
    random: Random,
    found: World['cases'][number],
    who: Person,
  ) => Promise<ApiReply | undefined>,
): Move => ({
  name,
  weight,
  async make(world, random) {
    const found = await world.someCase(random, forTeam);
    return found && make(world, random, found, found.order[random.pick(['buyer', 'seller'] as const)]);
  },
});

const proposals = [
  { kind: 'full' },
  { kind: 'partial', percent: 30 },
  { kind: 'replacement' },
  { kind: 'keep' },
] as const;

/** An action on a complaint that needs nothing but its id. */
type Step = readonly [verb: string, body?: (random: Random) => object];
const answer: Step = ['answer', () => ({ words: note })];
const propose: Step = ['proposals', (random) => random.pick(proposals)];
const fulfil: Step = ['fulfilment', () => ({ words: note })];
const confirm: Step = ['confirmation'];
const appeal: Step = ['appeal', (random) => ({ ground: random.pick(['error', 'new_fact']), words: note })];
const accept: Step = ['acceptance'];
const escalate: Step = ['mediation'];
const takeBack: Step = ['withdrawal'];
const everyStep = [answer, propose, fulfil, confirm, appeal, accept, escalate, takeBack];

/** Actions that make sense in a state; a repeated name is chosen more often. */
const sensible: Partial<Record<ComplaintState, readonly Step[]>> = {
  open: [answer, answer, answer, escalate],
  negotiating: [propose, propose, fulfil, confirm, escalate],
  decided: [appeal, appeal, appeal, accept, fulfil],
  appealed: [appeal, accept],
};

/** Withdrawals are rare, or few complaints would reach staff. */
const speak = onCase({ name: 'complaint step', weight: 7 }, async (world, random, found, who) => {
  const fitting = random.chance(0.8) ? sensible[await world.caseStateOf(found)] : undefined;
  const [verb, body] = random.pick(fitting ?? everyStep);
  const said = await (random.chance(0.1) ? world.twice : world.post)(
    who,
    `/complaints/${found.id}/${verb}`,
    body?.(random),
  );
  world.count(`complaint ${verb}`, said);
  return undefined;
});

const answerProposal = onCase(
  { name: 'proposal answered', weight: 3 },
  async (world, random, { id, order }, who) => {
    const { data } = await world.get(who, `/orders/${order.hash}/complaints`);
    const found = data?.items.find((each: { id: number }) => each.id === id);
    const last = found?.proposals.at(-1);
    if (!last) return undefined;
    const path = `/complaints/${id}/proposals/${last.id}/answer`;
    return world.post(who, path, { answer: random.pick(['accept', 'accept', 'refuse']) });
  },
);

const verdicts = [
  { result: 'full' },
  { result: 'partial', percent: 30 },
  { result: 'split' },
  { result: 'release' },
  { result: 'replacement' },
] as const;

const decide = onCase(
  { name: 'complaint decided', weight: 4, forTeam: true },
  async (world, random, found) => {
    const who = random.pick([world.admin, world.second, world.support]);
    const state = await world.caseStateOf(found);
    const fitting = state === 'appealed' ? 'appeal-decision' : 'decision';
    const verb = random.pick([fitting, fitting, 'requests', 'assignment', 'decision'] as const);
    const verdict = { ...random.pick(verdicts), grounds: note, rule: 'CDC, art. 35' };
    const bodies = {
      decision: verdict,
      'appeal-decision': verdict,
      requests: { side: random.pick(['buyer', 'seller']), words: note },
      assignment: undefined,
    };
    const said = await world.post(who, `/staff/complaints/${found.id}/${verb}`, bodies[verb]);
    world.count(`complaint ${verb} by the team`, said);
    return undefined;
  },
);

/** All actions of both sides and of staff on complaints. */
export const caseMoves: readonly Move[] = [speak, answerProposal, decide];
