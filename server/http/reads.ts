import type { FastifyRequest } from 'fastify';
import { fail } from '#domain/errors.ts';
import { readMany } from '#contract/reads.ts';
import { route } from './serve.ts';
import type { Route } from './serve.ts';

/** The headers by which a call is authorized and recorded. */
const callerHeaders = ['authorization', 'cookie', 'host', 'user-agent'] as const;

/** Marks the calls made here: a read of reads would multiply without end. */
const nestedHeader = 'x-praca-nested';

export const readRoutes: Route[] = [
  route(readMany, async (_ctx, { query, request }) => {
    if (request.headers[nestedHeader] !== undefined) fail('not_found');
    return { items: await Promise.all(query.path.map((path) => read(request, path))) };
  }),
];

/** Makes the call in this process, with every check and limit that it has alone. */
async function read(request: FastifyRequest, path: string): Promise<{ status: number; body: unknown }> {
  const { pathname, search } = new URL(`/api/v1${path}`, 'http://localhost');
  if (!pathname.startsWith('/api/v1/')) fail('not_found');
  const headers: Record<string, string> = { [nestedHeader]: '1' };
  for (const name of callerHeaders) if (request.headers[name]) headers[name] = request.headers[name];
  const reply = await request.server.inject({
    method: 'GET',
    url: pathname + search,
    headers,
    remoteAddress: request.ip,
  });
  const isJson = /\bjson\b/.test(String(reply.headers['content-type']));
  return { status: reply.statusCode, body: isJson ? (JSON.parse(reply.payload) as unknown) : null };
}
