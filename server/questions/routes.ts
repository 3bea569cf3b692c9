import { answerQuestion, askQuestion } from '#contract/questions.ts';
import { route } from '#server/http/serve.ts';
import type { Route } from '#server/http/serve.ts';
import { answer, ask } from './commands.ts';

export const questionRoutes: Route[] = [
  route(askQuestion, (_ctx, call) =>
    ask(call.tx, call.viewer, { listingId: call.params.id, text: call.body.text }),
  ),
  route(answerQuestion, (ctx, call) =>
    answer(ctx, call.viewer, { id: call.params.id, answer: call.body.answer }),
  ),
];
