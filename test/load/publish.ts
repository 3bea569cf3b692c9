import { sql } from 'kysely';
import { connect } from '#db/connect.ts';
import { openSession } from '#server/http/session.ts';

interface Input {
  url: string;
  appUrl: string;
  seconds: number;
}

const sellers = 8;

/**
 * Listings published by their sellers, eight at once: each is paused and resumed through the API, and both are counted,
 * because each rewrites the listing's search rows.
 */
export async function measurePublishing({
  url,
  appUrl,
  seconds,
}: Input): Promise<{ perSecond: number; p99Ms: number }> {
  const db = connect(appUrl, { max: sellers, applicationName: 'bench publish' });
  const { rows } = await sql<{ seller: number; id: number }>`
    select seller_id as seller, max(id) as id from listings where state = 'published' and delivery_type = 'manual'
    and seller_id <= 200 group by seller_id order by random() limit ${sellers}`.execute(db);
  const tokens = await Promise.all(
    rows.map(({ seller }) => openSession(db, { userId: seller, ip: '127.0.0.1', userAgent: 'bench' })),
  );
  const took: number[] = [];
  const end = performance.now() + seconds * 1_000;
  await Promise.all(
    rows.map(async ({ id }, at) => {
      for (let paused = true; performance.now() < end || !paused; paused = !paused) {
        const startedAt = performance.now();
        const answer = await fetch(`${url}/api/v1/listings/${id}/pause`, {
          method: 'PUT',
          headers: { authorization: `Bearer ${tokens[at]}`, 'content-type': 'application/json' },
          body: JSON.stringify({ paused }),
        });
        if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
        took.push(performance.now() - startedAt);
      }
    }),
  );
  await db.destroy();
  const sorted = took.toSorted((a, b) => a - b);
  return { perSecond: took.length / seconds, p99Ms: sorted[Math.floor(sorted.length * 0.99)]! };
}
