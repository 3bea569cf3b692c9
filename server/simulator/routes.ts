import * as contract from '#contract/simulator/simulator.ts';
import { route } from '#server/http/serve.ts';
import type { Route } from '#server/http/serve.ts';
import {
  moveClock,
  simulateCardDecision,
  simulateContestation,
  simulateParcel,
  simulatePayment,
  simulatePayoutReturn,
  simulateSession,
} from './commands.ts';
import { getWorkbench, letters } from './queries.ts';

const ok = { ok: true } as const;

/** The API of /dev. `serve` answers 404 to all of it unless simulators run. */
export const simulatorRoutes: Route[] = [
  route(contract.getWorkbench, (ctx) => getWorkbench(ctx)),
  route(contract.listLetters, (ctx) => letters(ctx)),
  route(contract.simulatePayment, async (ctx, { body }) => {
    await simulatePayment(ctx, body);
    return ok;
  }),
  route(contract.simulateCardDecision, async (ctx, { body }) => {
    await simulateCardDecision(ctx, body);
    return ok;
  }),
  route(contract.simulatePayoutReturn, async (ctx, { body }) => {
    await simulatePayoutReturn(ctx, body.reference);
    return ok;
  }),
  route(contract.simulateContestation, async (ctx, { body }) => {
    await simulateContestation(ctx, body);
    return ok;
  }),
  route(contract.simulateParcel, async (ctx, { body }) => {
    await simulateParcel(ctx, body);
    return ok;
  }),
  route(contract.simulateSession, (ctx, { body, ip, userAgent }) =>
    simulateSession(ctx, body.login, { ip, userAgent }),
  ),
  route(contract.moveClock, (ctx, { body }) => moveClock(ctx, body.byMs)),
];
