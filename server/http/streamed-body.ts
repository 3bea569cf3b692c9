import type { FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';

/**
 * The body of a `streamed` endpoint in chunks. If its reader stops, the connection stays: the rest is discarded, so
 * that the sender gets the error; the request's time limit still applies.
 */
export async function* streamedBody({ body }: FastifyRequest): AsyncGenerator<Buffer> {
  const sent = body as Readable;
  try {
    for await (const piece of sent.iterator({ destroyOnReturn: false })) yield piece as Buffer;
  } finally {
    sent.resume();
  }
}

/** The declared length, which the connection enforces; null for a chunked body. */
export function declaredBytes({ headers }: FastifyRequest): number | null {
  const length = headers['content-length'];
  return length === undefined ? null : Number(length);
}
