import type { FastifyInstance } from 'fastify';
import type { Endpoint } from '#contract/endpoint.ts';
import { everyVerb, refuseVerb } from './errors.ts';

/**
 * An address of the API answers the verbs it doesn't take with 405 and those it does. Where another address of the
 * contract takes the verb (`GET /orders/{hash}` beside `POST /orders/drafts`), the call is that one's.
 */
export function refuseOtherVerbs(app: FastifyInstance, endpoints: readonly Endpoint[]): void {
  const addresses = Map.groupBy(endpoints, ({ path }) => path.replaceAll(/\{\w+\}/g, ':any'));
  for (const [address, served] of addresses) {
    const verbs = new Set<string>(served.map(({ method }) => method));
    if (verbs.has('GET')) verbs.add('HEAD');
    const allowed = everyVerb.filter((verb) => verbs.has(verb));
    const taken = endpoints.filter((endpoint) => covers(endpoint.path, address)).map(({ method }) => method);
    const others = [...everyVerb, 'OPTIONS'].filter(
      (verb) => !verbs.has(verb) && !taken.some((method) => method === (verb === 'HEAD' ? 'GET' : verb)),
    );
    app.route({
      method: others,
      url: `/api/v1${address}`,
      exposeHeadRoute: false,
      // Before the body is read: nobody wants it.
      onRequest: async (request, reply) => refuseVerb(request, reply, allowed),
      handler: async () => undefined,
    });
  }
}

/** Whether a call to this address would be taken by that path. */
function covers(path: string, address: string): boolean {
  const parts = path.split('/');
  const asked = address.split('/');
  return (
    parts.length === asked.length && parts.every((part, at) => part.startsWith('{') || part === asked[at])
  );
}
