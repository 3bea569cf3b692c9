import type { FastifyInstance } from 'fastify';
import type { Endpoint } from '#contract/endpoint.ts';
import { allMethods, rejectMethod } from './errors.ts';

/**
 * Answers methods that an address does not accept with 405 and the accepted ones. Where the path of another endpoint
 * matches too and accepts the method (`GET /orders/{hash}` beside `POST /orders/drafts`), that endpoint is called.
 */
export function rejectOtherMethods(app: FastifyInstance, endpoints: readonly Endpoint[]): void {
  const addresses = Map.groupBy(endpoints, ({ path }) => path.replaceAll(/\{\w+\}/g, ':any'));
  for (const [address, served] of addresses) {
    const verbs = new Set<string>(served.map(({ method }) => method));
    if (verbs.has('GET')) verbs.add('HEAD');
    const allowed = allMethods.filter((verb) => verbs.has(verb));
    const taken = endpoints.filter((endpoint) => covers(endpoint.path, address)).map(({ method }) => method);
    const others = [...allMethods, 'OPTIONS'].filter(
      (verb) => !verbs.has(verb) && !taken.some((method) => method === (verb === 'HEAD' ? 'GET' : verb)),
    );
    app.route({
      method: others,
      url: `/api/v1${address}`,
      exposeHeadRoute: false,
      // Before the body is read, because it is not needed.
      onRequest: async (request, reply) => rejectMethod(request, reply, allowed),
      handler: async () => undefined,
    });
  }
}

/** Whether a path of the contract matches this address. */
function covers(path: string, address: string): boolean {
  const parts = path.split('/');
  const asked = address.split('/');
  return (
    parts.length === asked.length && parts.every((part, at) => part.startsWith('{') || part === asked[at])
  );
}
