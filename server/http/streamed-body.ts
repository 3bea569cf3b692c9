import type { FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';

/**
 * A body of a `streamed` endpoint, piece by piece as it comes. Whoever stops reading does not break the connection: the
 * rest is read and thrown away, so that a sender hears the refusal; the limit on a request's time holds.
 */
export async function* streamedBody({ body }: FastifyRequest): AsyncGenerator<Buffer> {
  const sent = body as Readable;
  try {
    for await (const piece of sent.iterator({ destroyOnReturn: false })) yield piece as Buffer;
  } finally {
    sent.resume();
  }
}

/** How long a body says it is, which the connection holds it to; null where it comes in pieces of no told length. */
export function declaredBytes({ headers }: FastifyRequest): number | null {
  const length = headers['content-length'];
  return length === undefined ? null : Number(length);
}
