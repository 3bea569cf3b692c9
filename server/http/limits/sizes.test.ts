import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { allEndpoints } from '#contract/all.ts';
import { complaintLimits } from '#domain/complaints/rules.ts';
import { messageLimits } from '#domain/orders/conversations.ts';
import { deliveryLimits } from '#domain/orders/delivery-proofs.ts';
import { listingLimits } from '#domain/listings/limits.ts';
import { questionLimits } from '#domain/community/questions.ts';
import { ratingLimits } from '#domain/community/ratings.ts';
import { allSizes } from '#domain/settings/size-fields.ts';
import { sizeErrors } from '#domain/settings/size-errors.ts';
import { outerBound } from '#domain/settings/sizes.ts';
import type { Size } from '#domain/settings/sizes.ts';
import { ticketLimits } from '#domain/tickets/tickets.ts';
import { createMarket } from '#test/market.ts';
import type { Market } from '#test/market.ts';

let market: Market;
beforeAll(async () => {
  market = await createMarket();
});
afterAll(() => market.close());

const named = allEndpoints.flatMap(({ method, path, body, sizes = {} }) =>
  Object.entries(sizes).map(([field, size]) => ({ call: `${method} ${path}`, body, field, size })),
);

test.each(named)('$call declares the outer bound of $field', ({ body, field, size }) => {
  const schema = z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) as Schema;
  const [name = '', each] = field.split('.');
  const property = schema.properties![name]!;
  expect(mostOf(each === undefined ? property : property.items!)).toBe(outerBound(size));
});

test('every size that an endpoint declares is a setting, and every size setting is used by an endpoint', () => {
  const files = allEndpoints.flatMap(({ binary }) => (binary?.size ? [binary.size] : []));
  // The number of files of a complaint's side is checked where they are stored.
  const asked = new Set([
    ...named.map(({ size }) => size.at),
    ...files.map(({ at }) => at),
    complaintLimits.files.at,
  ]);
  expect([...asked].toSorted()).toEqual(allSizes.map(({ at }) => at).toSorted());
});

test.each(named)('$call refuses a $field beyond the current bounds', ({ field, size }) => {
  const { min, max } = size.hard;
  const middle = Math.ceil((min + max) / 2);
  const [group = '', name = ''] = size.at.split('.');
  const rules = { [group]: { [name]: { min: middle, max: middle } } };
  const fault = (amount: number) => sizeErrors({ [field]: size }, bodyOf(field, size, amount), rules);
  expect(fault(middle)).toEqual({});
  const at = field.replace('*', '0');
  expect(fault(middle + 1)).toEqual({ [at]: expect.any(String) });
  expect(fault(middle - 1)).toEqual(size.min === undefined ? {} : { [at]: expect.any(String) });
});

test.each<[Size, string]>([
  [listingLimits.title, 'listings_title_check'],
  [listingLimits.title, 'listing_revisions_title_check'],
  [listingLimits.description, 'listings_description_check'],
  [listingLimits.description, 'listing_revisions_description_check'],
  [listingLimits.title, 'listing_versions_title_size'],
  [listingLimits.description, 'listing_versions_description_size'],
  [listingLimits.priceCents, 'listings_price_cents_check'],
  [listingLimits.priceCents, 'listing_revisions_price_cents_check'],
  [listingLimits.priceCents, 'orders_unit_price_cents_check'],
  [listingLimits.images, 'listing_revisions_image_ids_check'],
  [questionLimits.text, 'questions_text_check'],
  [questionLimits.answer, 'questions_answer_check'],
  [ratingLimits.text, 'ratings_text_check'],
  [ratingLimits.reply, 'ratings_reply_check'],
  [messageLimits.text, 'order_messages_text_check'],
  [messageLimits.text, 'order_messages_original_check'],
  [messageLimits.files, 'order_messages_file_count_check'],
  [messageLimits.files, 'order_files_place_check'],
  [deliveryLimits.files, 'delivery_files_place_check'],
  [ticketLimits.text, 'ticket_messages_text_check'],
  [ticketLimits.text, 'ticket_notes_text_check'],
  [ticketLimits.ratingComment, 'ticket_ratings_comment_check'],
  [complaintLimits.words, 'complaints_words_check'],
  [complaintLimits.words, 'complaint_events_words_check'],
  [complaintLimits.words, 'complaint_appeals_words_check'],
])('PostgreSQL holds the outer bound of $at ($1)', async (size, name) => {
  const { rows } = await sql<{ definition: string }>`
    select pg_get_constraintdef(oid) as definition from pg_constraint where conname = ${name}`.execute(
    market.ctx.db,
  );
  expect(rows[0]?.definition).toMatch(new RegExp(`<= '?${outerBound(size)}\\b`));
});

interface Schema {
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  maxLength?: number;
  maxItems?: number;
  maximum?: number;
  pattern?: string;
}

/** The maximum that a schema accepts; that of a name is in its pattern. */
function mostOf({ maxLength, maxItems, maximum, pattern, anyOf = [] }: Schema): number | undefined {
  const inPattern = /\{\d+,(\d+)\}\$$/.exec(pattern ?? '')?.[1];
  const own = maxLength ?? maxItems ?? maximum ?? (inPattern === undefined ? undefined : Number(inPattern));
  return own ?? anyOf.map(mostOf).find((most) => most !== undefined);
}

function bodyOf(field: string, { unit }: Size, amount: number): Record<string, unknown> {
  const [name = '', each] = field.split('.');
  if (each !== undefined) return { [name]: ['x'.repeat(amount)] };
  if (unit === 'letters') return { [name]: 'x'.repeat(amount) };
  const many = unit === 'files' || unit === 'photos' || unit === 'codes';
  return { [name]: many ? Array.from({ length: amount }, () => 1) : amount };
}
