import { sql } from 'kysely';
import type { getPostalCode } from '#contract/addresses/addresses.ts';
import type { Reply } from '#contract/endpoint.ts';
import { askPostalCode, parsePostalCode, stateOfPostalCode } from '#domain/addresses/postal-codes.ts';
import type { PostalCodePlace } from '#domain/addresses/postal-codes.ts';
import type { State } from '#domain/addresses/states.ts';
import { fail } from '#domain/errors.ts';
import { batchPerTick } from '#server/concurrency/batch.ts';
import type { Ctx, Db } from '#server/context.ts';

const dayMs = 86_400_000;
/** How long a reply is reused. An unknown postal code may be new, so it is asked about again the next day. */
const knownMs = 30 * dayMs;
const unknownMs = dayMs;

/**
 * The address of a postal code: from the cache, the lookup service, or, while that is away, its state alone.
 * @throws `invalid_request` for one that is wrong or unknown to the service; the `meta.state` of an unknown one is that
 *   of its range
 */
export async function lookUpPostalCode(ctx: Ctx, typed: string): Promise<Reply<typeof getPostalCode>> {
  const postalCode =
    parsePostalCode(typed) ?? fail('invalid_request', { errors: { postalCode: askPostalCode } });
  const state = stateOfPostalCode(postalCode);
  if (state === null) return refuseUnknown(null);
  const place = (await cached(ctx.db, postalCode)) ?? (await askService(ctx, postalCode));
  if (place === 'unknown') return refuseUnknown(state);
  if (place === null)
    return { postalCode, state, street: '', district: '', city: '', cityCode: null, source: 'range' };
  return { postalCode, ...place, source: 'lookup' };
}

function refuseUnknown(state: State | null): never {
  const postalCode = 'Não encontramos este CEP. Confira os números ou preencha o endereço.';
  fail('invalid_request', { errors: { postalCode }, meta: { state } });
}

type CachedPlace = PostalCodePlace | 'unknown';

interface CachedRow extends Omit<PostalCodePlace, 'state'> {
  postalCode: string;
  state: State | null;
}

/** Concurrent lookups share one statement. */
const cached = batchPerTick(async (db: Db, postalCodes: string[]): Promise<(CachedPlace | null)[]> => {
  const { rows } = await sql<CachedRow>`
    select postal_code as "postalCode", street, district, city, city_code as "cityCode", state from postal_codes
    where postal_code = any(${postalCodes}::text[]) and expires_at > market_now()`.execute(db);
  const found = new Map(rows.map(({ postalCode, ...row }) => [postalCode, row]));
  return postalCodes.map((postalCode) => {
    const row = found.get(postalCode);
    if (!row) return null;
    const { state } = row;
    return state === null ? 'unknown' : { ...row, state };
  });
});

/** Null while the service gives no answer: a purchase does not depend on it. */
async function askService(ctx: Ctx, postalCode: string): Promise<CachedPlace | null> {
  const place = await ctx.postalCodes.find(postalCode).catch((error: unknown) => {
    ctx.log.warn({ err: error }, 'postal code lookup gave no answer');
    return undefined;
  });
  if (place === undefined) return null;
  await remember(ctx, postalCode, place);
  return place ?? 'unknown';
}

async function remember({ db }: Ctx, postalCode: string, place: PostalCodePlace | null): Promise<void> {
  const ms = place ? knownMs : unknownMs;
  await sql`insert into postal_codes (postal_code, street, district, city, city_code, state, expires_at)
    values (${postalCode}, ${place?.street ?? ''}, ${place?.district ?? ''}, ${place?.city ?? ''},
      ${place?.cityCode ?? null}, ${place?.state ?? null}, market_now() + ${ms}::bigint * interval '1 millisecond')
    on conflict (postal_code) do update set street = excluded.street, district = excluded.district,
      city = excluded.city, city_code = excluded.city_code, state = excluded.state, expires_at = excluded.expires_at`.execute(
    db,
  );
}
