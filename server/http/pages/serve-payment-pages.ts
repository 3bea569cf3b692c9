import type { FastifyInstance, FastifyReply } from 'fastify';
import { fail } from '#domain/errors.ts';
import { isPaymentSimulator } from '#server/adapters/payments/simulator.ts';
import type { Ctx } from '#server/context.ts';
import { currentRules } from '#server/settings/queries.ts';

/** Serves the provider's card fields, for a frame on the order's page, and the simulated bank's boletos. */
export function servePaymentPages(app: FastifyInstance, ctx: Ctx): void {
  // The provider is read at each call, because it may change at run time.
  for (const place of ['/card-fields', '/dev/card-fields']) {
    app.get(place, async (_request, reply) => sendFields(ctx, place, reply));
    app.get<{ Params: { '*': string } }>(`${place}/*`, async ({ params }, reply) =>
      sendScript(ctx, `${place}/${params['*']}`, reply),
    );
  }
  app.get<{ Params: { reference: string } }>('/dev/boletos/:reference', async ({ params }, reply) => {
    if (!isPaymentSimulator(ctx.payments) || !ctx.config.simulators) fail('not_found');
    const { company } = (await currentRules(ctx.db)).rules;
    const page = (await ctx.payments.boletoPage(params.reference, company)) ?? fail('not_found');
    return reply.headers(boletoHeaders).type('text/html; charset=utf-8').send(page);
  });
}

function sendFields(ctx: Ctx, path: string, reply: FastifyReply): FastifyReply {
  const fields = ctx.payments.cardFields;
  if (fields?.path !== path) fail('not_found');
  const headers = {
    'Content-Security-Policy': `${fields.policy}; ${isolation(ctx)}`,
    'Cache-Control': 'no-store',
  };
  return reply.headers(headers).type('text/html; charset=utf-8').send(fields.html);
}

/**
 * A provider's script must not run in the origin that stores the session's token (T73). Without an origin of their own,
 * the fields are sandboxed: their opaque origin cannot read the site, however they are opened.
 */
function isolation({ config }: Ctx): string {
  if (config.cardFieldsUrl === null) return "frame-ancestors 'self'; sandbox allow-scripts allow-forms";
  const { origin, protocol } = new URL(config.publicUrl);
  return `frame-ancestors ${[origin, ...config.hosts.map((host) => `${protocol}//${host}`)].join(' ')}`;
}

function sendScript(ctx: Ctx, path: string, reply: FastifyReply): FastifyReply {
  const script = ctx.payments.cardFields?.scripts[path] ?? fail('not_found');
  return reply.header('Cache-Control', 'no-store').type('text/javascript; charset=utf-8').send(script);
}

const boletoHeaders = {
  'Cache-Control': 'no-store',
  'X-Frame-Options': 'DENY',
  'Content-Security-Policy':
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'",
};
