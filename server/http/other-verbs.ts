import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Endpoint } from '#contract/endpoint.ts';
import { allMethods, rejectMethod } from './errors.ts';

/**
 * Answers methods that an address does not accept with 405 and the accepted ones. Where the path of another endpoint
 * matches too and accepts the method (`GET /orders/{hash}` beside `POST /orders/drafts`), the router has called that
 * endpoint. One route does it: a route for each address and method would be a fifth of a start.
 */
export function rejectOtherMethods(app: FastifyInstance, endpoints: readonly Endpoint[]): void {
  const root = treeOf(endpoints);
  app.route({
    method: [...allMethods, 'OPTIONS'],
    url: '/api/v1/*',
    exposeHeadRoute: false,
    // Before the body is read, because it is not needed.
    onRequest: async (request, reply) => {
      const methods = methodsAt(root, segmentsOf(request));
      // The router refuses a parameter that is too long, although the address accepts the method.
      if (!methods || methods.includes(request.method)) return reply.callNotFound();
      return rejectMethod(request, reply, methods);
    },
    handler: async () => undefined,
  });
}

/** The paths of the contract, segment by segment. */
interface Place {
  named: Map<string, Place>;
  /** What any segment leads to: `{id}`. */
  param: Place | null;
  /** The methods of the endpoints that end here. */
  methods: string[];
}

const newPlace = (): Place => ({ named: new Map(), param: null, methods: [] });

function treeOf(endpoints: readonly Endpoint[]): Place {
  const root = newPlace();
  for (const { path, method } of endpoints) {
    const place = path.slice(1).split('/').reduce(openPlace, root);
    place.methods.push(method);
  }
  return root;
}

function openPlace(from: Place, segment: string): Place {
  if (segment.startsWith('{')) return (from.param ??= newPlace());
  const next = from.named.get(segment) ?? newPlace();
  from.named.set(segment, next);
  return next;
}

/** A named segment goes before any segment, as in the router. */
function methodsAt(place: Place, segments: readonly string[]): string[] | null {
  const [first, ...rest] = segments;
  if (first === undefined) return allowedBy(place);
  const named = place.named.get(first);
  return (
    (named && methodsAt(named, rest)) ?? (first !== '' && place.param ? methodsAt(place.param, rest) : null)
  );
}

function allowedBy({ methods }: Place): string[] | null {
  const accepted = new Set(methods.includes('GET') ? [...methods, 'HEAD'] : methods);
  return accepted.size === 0 ? null : allMethods.filter((method) => accepted.has(method));
}

function segmentsOf({ url }: FastifyRequest): string[] {
  const path = url.split('?', 1)[0]!.slice('/api/v1/'.length).replace(/\/$/, '');
  return path.split('/').map(decoded);
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
