import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { fail } from '#domain/errors.ts';
import { isIdentitySimulator } from '#server/adapters/oauth/simulator.ts';
import type { IdentitySimulator, SimulatedPerson } from '#server/adapters/oauth/simulator.ts';
import type { Ctx } from '#server/context.ts';
import { choosePage, clientScript, finishedPage, finishScript } from './identity-simulator-pages.ts';

type SimulatorQuery = Record<string, string | undefined>;

/** Serves the simulated provider's script, window and keys at /dev/oidc; 404 where it is not in use. */
export function serveIdentitySimulator(app: FastifyInstance, ctx: Ctx): void {
  const serve = (
    path: string,
    type: string,
    make: (simulator: IdentitySimulator, query: SimulatorQuery) => string | Promise<string>,
  ) => {
    app.get(`/dev/oidc/${path}`, async (request: FastifyRequest, reply: FastifyReply) => {
      const simulator = ctx.identityProviders.find(isIdentitySimulator);
      if (!simulator || !ctx.config.simulators) fail('not_found');
      return reply
        .headers(headers)
        .type(`${type}; charset=utf-8`)
        .send(await make(simulator, withoutRepeated(request.query as Record<string, unknown>)));
    });
  };
  serve('client.js', 'text/javascript', () => clientScript);
  serve('finish.js', 'text/javascript', () => finishScript);
  serve('jwks.json', 'application/json', async (simulator) => JSON.stringify(await simulator.keySet()));
  serve('choose', 'text/html', ({ people }, { nonce = '', state = '' }) => choosePage(people, nonce, state));
  serve('credential', 'text/html', async (simulator, query) => {
    const credential = await simulator.sign(personOf(simulator, query), query.nonce ?? '');
    return finishedPage(credential, query.state ?? '');
  });
}

const headers = {
  'Cache-Control': 'no-store',
  'X-Frame-Options': 'DENY',
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
};

/** Drops repeated query parameters. */
function withoutRepeated(query: Record<string, unknown>): SimulatorQuery {
  return Object.fromEntries(
    Object.entries(query).filter(([, value]) => typeof value === 'string'),
  ) as SimulatorQuery;
}

/** One of the fictional people, or one from the form, whose subject depends on the address only. */
function personOf({ people }: IdentitySimulator, query: SimulatorQuery): SimulatedPerson {
  const { person, email, emailVerified, hostedDomain } = query;
  if (!email) return people.find(({ subject }) => subject === person) ?? fail('not_found');
  const subject = BigInt(`0x${createHash('sha256').update(email.toLowerCase()).digest('hex').slice(0, 16)}`);
  return {
    subject: String(subject),
    name: email,
    email,
    emailVerified: emailVerified === '1',
    ...(hostedDomain && { hostedDomain }),
  };
}
