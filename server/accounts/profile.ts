import { sql } from 'kysely';
import type { updateAccount } from '#contract/accounts/account.ts';
import type { Body } from '#contract/endpoint.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import type { Ctx } from '#server/context.ts';

/** Changes only the fields that were sent of the public profile and the preferences. */
export async function changeProfile(
  ctx: Ctx,
  viewer: Viewer,
  { bio, city, preferences = {} }: Body<typeof updateAccount>,
): Promise<void> {
  await sql`update users set bio = coalesce(${bio ?? null}, bio), city = coalesce(${city ?? null}, city),
    preferences = preferences || ${JSON.stringify(preferences)}::jsonb where id = ${viewer.id}`.execute(
    ctx.db,
  );
}
