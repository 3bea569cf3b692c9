import { sql } from 'kysely';
import { fail } from '#domain/errors.ts';
import type { EventKind } from '#domain/events.ts';
import type { Tx } from '#server/context.ts';
import { formatMoment } from '#server/formats.ts';

/** The verb of each decision in «@ana aprovou este anúncio». */
const verbs: Partial<Record<EventKind, string>> = {
  'listing.approved': 'aprovou',
  'listing.changes_requested': 'pediu ajuste',
  'listing.rejected': 'recusou',
  'revision.applied': 'aprovou',
  'revision.changes_requested': 'pediu ajuste',
  'revision.rejected': 'recusou',
};

/** Throws `already_decided` with who decided, what and when. */
export async function refuseDecided(
  tx: Tx,
  listingId: number,
  meta: { state: string; allowed: readonly string[] },
): Promise<never> {
  const { rows } = await sql<{ kind: EventKind; at: Date; username: string }>`
    select e.kind, e.at, u.username::text from events e join users u on u.id = e.actor_id
    where e.subject_kind = 'listing' and e.subject_id = ${listingId} and e.kind = any(${Object.keys(verbs)}::text[])
    order by e.id desc limit 1`.execute(tx);
  const last = rows[0];
  if (!last) fail('wrong_state', { meta });
  fail('already_decided', {
    detail: `@${last.username} ${verbs[last.kind]} este anúncio em ${formatMoment(last.at)}.`,
    meta: { ...meta, by: last.username, decision: last.kind, at: last.at.toISOString() },
  });
}
