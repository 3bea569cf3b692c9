import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect } from '#db/connect.ts';
import { createTestDatabase } from '#test/database.ts';
import type { TestDatabase } from '#test/database.ts';
import type { Db } from '#server/context.ts';

let database: TestDatabase;
let db: Db;
beforeAll(async () => {
  database = await createTestDatabase();
  db = connect(database.appUrl, { max: 1, applicationName: 'incidents test' });
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

const moved = [
  'analyses.until',
  'cancellation_requests.due_at',
  'complaint_proposals.due_at',
  'complaint_requests.due_at',
  'complaints.appeals_end_at',
  'complaints.due_at',
  'complaints.promise_by',
  'listings.expires_at',
  'orders.due_at',
  'orders.promised_at',
  'payments.review_until',
  'rating_windows.closes_at',
  'rating_windows.due_at',
  'refunds.fund_at',
  'returns.due_at',
  'returns.post_by',
  'settlements.release_at',
  'ticket_clocks.due_at',
  'tickets.due_at',
];

const notOurs = 'the time of a provider, a bank or a carrier';
const law = 'a time of the data protection law';
const security = 'protects an account or a file';
const team = 'binds the team only, or is a sanction';
const machine = 'a lease, a retry or a cache';

/** Why a column with a time limit stays as it is (decision 133). */
const kept: Record<string, string> = {
  'account_closures.due_at': law,
  'account_securings.until': 'part of the order’s timer, and 48 hours at most',
  'appealable_decisions.appeal_until': 'append-only: it is read with `outage_since`',
  'appeals.decide_by': team,
  'brakes.paused_until': security,
  'devices.trusted_until': security,
  'document_checks.provider_due_at': machine,
  'email_changes.expires_at': security,
  'complaint_proposals.promise_by': 'a date that the two agree on',
  'complaint_requests.lapsed_at': 'a moment that has passed',
  'data_exports.expires_at': law,
  'freight_quotes.expires_at': notOurs,
  'guardian_consents.expires_at': 'a request that is made again at once',
  'incidents.ends_at': 'the incident itself',
  'one_time_secrets.expires_at': security,
  'order_readers.due_at': machine,
  'orders.lapsed_at': 'a moment that has passed',
  'payments.asked_until': machine,
  'payments.expires_at': notOurs,
  'photo_links.expires_at': security,
  'photo_writes.until': machine,
  'postal_codes.expires_at': machine,
  'publications.due_at': machine,
  'queue_claims.until': team,
  'refunds.asked_until': machine,
  'retained_identities.keep_until': law,
  'sessions.absolute_expires_at': security,
  'sessions.expires_at': security,
  'staff_blocks.ends_at': 'our outage lengthens no block of a seller',
  'staff_proposals.expires_at': team,
  'strikes.expires_at': team,
  'strikes.measure_until': team,
  'table_exports.expires_at': team,
  'tickets.assignee_due_at': 'a quarter of an hour of the team',
  'tickets.rating_due_at': machine,
  'username_reservations.until': security,
  'users.suspended_until': team,
  'vacations.ended_at': 'a moment that has passed',
  'vacations.ends_at': 'calendar days that the seller chose',
  'withdrawals.asked_until': machine,
};

test('every column with a time limit is moved by an incident, or has a reason to stay (N14)', async () => {
  const { rows } = await sql<{ name: string }>`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public' and data_type = 'timestamp with time zone'
      and column_name ~ '(^|_)(due|decide|until|expires|ends|end|lapsed|release|closes|promised|promise|post|fund)(_at|_by|$)'
      and table_name in (select tablename from pg_tables where schemaname = 'public')
    order by 1`.execute(db);
  expect(rows.map(({ name }) => name).filter((name) => !moved.includes(name) && !(name in kept))).toEqual([]);
});

test('each deadline that is moved counts from a moment of its own', async () => {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'counted_from' order by 1`.execute(db);
  expect(rows.map(({ name }) => name)).toEqual(
    [...new Set(moved.map((name) => name.split('.')[0]!))].toSorted(),
  );
});
