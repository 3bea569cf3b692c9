import type { FastifyInstance } from 'fastify';
import { fail } from '#domain/errors.ts';
import { isPaymentSimulator } from '#server/adapters/payments/simulator.ts';
import type { Ctx } from '#server/context.ts';

/** The provider's card fields, for a frame on the order's page, and the pretend bank's boletos to print. */
export function servePaymentPages(app: FastifyInstance, ctx: Ctx): void {
  const { cardFields } = ctx.payments;
  if (cardFields) {
    const { path, html, policy, scripts } = cardFields;
    const headers = { 'Content-Security-Policy': policy, 'Cache-Control': 'no-store' };
    app.get(path, async (_request, reply) =>
      reply.headers(headers).type('text/html; charset=utf-8').send(html),
    );
    for (const [scriptPath, script] of Object.entries(scripts))
      app.get(scriptPath, async (_request, reply) =>
        reply.header('Cache-Control', 'no-store').type('text/javascript; charset=utf-8').send(script),
      );
  }
  app.get<{ Params: { reference: string } }>('/dev/boletos/:reference', async ({ params }, reply) => {
    if (!isPaymentSimulator(ctx.payments) || !ctx.config.simulators) fail('not_found');
    const page = (await ctx.payments.boletoPage(params.reference)) ?? fail('not_found');
    return reply.headers(boletoHeaders).type('text/html; charset=utf-8').send(page);
  });
}

const boletoHeaders = {
  'Cache-Control': 'no-store',
  'X-Frame-Options': 'DENY',
  'Content-Security-Policy':
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'",
};
