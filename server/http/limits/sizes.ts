import type { FastifyRequest } from 'fastify';
import type { Endpoint } from '#contract/endpoint.ts';
import { fail } from '#domain/errors.ts';
import { sizeErrors } from '#domain/settings/size-errors.ts';
import { sizeFault } from '#domain/settings/size-messages.ts';
import { boundsIn } from '#domain/settings/sizes.ts';
import type { Ctx, Queryable } from '#server/context.ts';
import { currentRules } from '#server/settings/queries.ts';

const megabyte = 1_048_576;

/**
 * Refuses values beyond the current rules' sizes, with the same messages and paths as the contract's hard bounds (N08).
 * @throws `invalid_request` with a sentence for each field, `payload_too_large` for a file
 */
export async function checkSizes(
  ctx: Ctx,
  via: Queryable,
  endpoint: Endpoint,
  { body, request }: { body: unknown; request: FastifyRequest },
): Promise<void> {
  const { sizes, binary } = endpoint;
  if (!sizes && !binary?.size) return;
  const { rules } = await currentRules(ctx.db, via);
  if (binary?.size) {
    // A streamed body has not been read yet, so its declared length counts.
    const bytes = binary.streamed ? Number(request.headers['content-length'] ?? 0) : (body as Buffer).length;
    const fault = sizeFault('megabytes', bytes / megabyte, boundsIn(rules, binary.size));
    if (fault) fail('payload_too_large', { detail: `O arquivo é grande demais. ${fault}` });
  }
  const errors = sizes ? sizeErrors(sizes, body as Record<string, unknown>, rules) : {};
  if (Object.keys(errors).length > 0) fail('invalid_request', { errors });
}
