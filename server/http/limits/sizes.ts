import type { FastifyRequest } from 'fastify';
import type { Endpoint } from '#contract/endpoint.ts';
import { fail } from '#domain/errors.ts';
import { sizeErrors } from '#domain/settings/size-errors.ts';
import { sizeFault } from '#domain/settings/size-words.ts';
import { boundsIn } from '#domain/settings/sizes.ts';
import type { Ctx, Queryable } from '#server/context.ts';
import { currentRules } from '#server/settings/queries.ts';

const megabyte = 1_048_576;

/**
 * Refuses what is longer, dearer or more than the rules in force allow, in the same words and under the same paths as
 * the contract's hard bounds (N08).
 * @throws `invalid_request` with a sentence for each field, `payload_too_large` for a file
 */
export async function refuseSizes(
  ctx: Ctx,
  via: Queryable,
  endpoint: Endpoint,
  { body, request }: { body: unknown; request: FastifyRequest },
): Promise<void> {
  const { sizes, binary } = endpoint;
  if (!sizes && !binary?.size) return;
  const { rules } = await currentRules(ctx.db, via);
  if (binary?.size) {
    // What is streamed is there no sooner than it is read: until then its sender says how much comes.
    const bytes = binary.streamed ? Number(request.headers['content-length'] ?? 0) : (body as Buffer).length;
    const fault = sizeFault('megabytes', bytes / megabyte, boundsIn(rules, binary.size));
    if (fault) fail('payload_too_large', { detail: `O arquivo é grande demais. ${fault}` });
  }
  const errors = sizes ? sizeErrors(sizes, body as Record<string, unknown>, rules) : {};
  if (Object.keys(errors).length > 0) fail('invalid_request', { errors });
}
