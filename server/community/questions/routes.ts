import * as contract from '#contract/community/questions.ts';
import { route } from '#server/http/serve.ts';
import type { Route } from '#server/http/serve.ts';
import { blockAsker, blockedAskers, unblockAsker } from './blocks.ts';
import { answer, ask, withdraw } from './commands.ts';
import { heldQuestions, setVisibility } from './moderation.ts';
import { ownQuestions } from './queries.ts';

const ok = { ok: true } as const;

export const questionRoutes: Route[] = [
  route(contract.listQuestions, (ctx, call) => ownQuestions(ctx, call.viewer, call.query)),
  route(contract.askQuestion, (ctx, call) =>
    ask(ctx, call.tx, call.viewer, { listingId: call.params.id, text: call.body.text }),
  ),
  route(contract.answerQuestion, (ctx, call) =>
    answer(ctx, call.viewer, { id: call.params.id, answer: call.body.answer }),
  ),
  route(contract.withdrawQuestion, async (ctx, call) => {
    await withdraw(ctx, call.viewer, call.params.id);
    return ok;
  }),
  route(contract.listQuestionBlocks, (ctx, call) => blockedAskers(ctx.db, call.viewer)),
  route(contract.blockAsker, async (ctx, call) => {
    await blockAsker(ctx, call.viewer, call.params.username);
    return ok;
  }),
  route(contract.unblockAsker, async (ctx, call) => {
    await unblockAsker(ctx, call.viewer, call.params.username);
    return ok;
  }),
  route(contract.listHeldQuestions, (ctx) => heldQuestions(ctx.db)),
  route(contract.setQuestionVisibility, (ctx, call) =>
    setVisibility(ctx, call.viewer, { id: call.params.id, visible: call.body.visible }),
  ),
];
