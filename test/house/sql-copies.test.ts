import { sql, type Kysely } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect } from '#db/connect.ts';
import type { DB } from '#db/schema.ts';
import { accountStates, roles, sellingStates, sessionStates } from '#domain/accounts/accounts.ts';
import { analysisOutcomes, analysisReasons } from '#domain/payments/analyses.ts';
import * as outcomes from '#domain/complaints/outcomes.ts';
import { complaintReasons, complaintSides, complaintStates } from '#domain/complaints/complaints.ts';
import { messageFileKinds, messageHandlings } from '#domain/orders/conversations.ts';
import { services } from '#domain/settings/credentials.ts';
import { deliveryDataAsks } from '#domain/orders/delivery-data.ts';
import { categoryIcons } from '#domain/listings/category-icons.ts';
import { securingOutcomes } from '#domain/orders/securing.ts';
import { categoryKinds } from '#domain/listings/category-kinds.ts';
import { deliveryFileKinds, deliveryProofs, provenThings } from '#domain/orders/delivery-proofs.ts';
import { claimQueues } from '#domain/staff/queue-claims.ts';
import { codeStates, listingStates, plans } from '#domain/listings/listings.ts';
import * as orders from '#domain/orders/orders.ts';
import { announcedPages, pageSlugs } from '#domain/settings/page-texts.ts';
import * as payments from '#domain/payments/payments.ts';
import { questionStates } from '#domain/community/questions.ts';
import { ratingRoles, ratingStates } from '#domain/community/ratings.ts';
import {
  openPaymentProofStates,
  paymentProofRefusals,
  paymentProofStates,
} from '#domain/payments/payment-proofs.ts';
import { reasonsFor, reportReasons, reportStates, reportTargets } from '#domain/community/reports.ts';
import { revisionStates } from '#domain/listings/revisions.ts';
import * as returns from '#domain/shipping/returns/returns.ts';
import { shipmentStates } from '#domain/shipping/shipments.ts';
import { taxTypes } from '#domain/orders/taxes.ts';
import { appealStates } from '#domain/appeals/appeals.ts';
import { affectedPeople } from '#domain/appeals/kinds.ts';
import { dossierReaders } from '#domain/dossiers/readers.ts';
import * as documents from '#domain/accounts/documents/checks.ts';
import { fundCauses } from '#contract/payments/fund-payments.ts';
import { blockCauses } from '#domain/payments/staff-blocks.ts';
import { contestCauses, contestStates } from '#domain/accounts/seller-levels/contests.ts';
import { checkOutcomes } from '#domain/accounts/seller-levels/monthly-check.ts';
import { brokenRules, strikeMeasures } from '#domain/accounts/strikes/strikes.ts';
import { sellerColours, sellerLevels } from '#domain/accounts/seller-levels/rules.ts';
import { consentKinds } from '#domain/accounts/terms.ts';
import { ticketClocks } from '#domain/tickets/clocks.ts';
import { ticketResolutions, ticketStates } from '#domain/tickets/tickets.ts';
import { pixKeyTypes, withdrawalStates } from '#domain/withdrawals/withdrawals.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import * as kit from '#test/ledger/setup.ts';

/** What the domain says and PostgreSQL says again: each list that stands in both, held equal. */
let database: TestDatabase;
let owner: Kysely<DB>;

beforeAll(async () => {
  database = await createTestDatabase();
  owner = connect(database.ownerUrl, { max: 2, applicationName: 'test' });
});
afterAll(async () => {
  await owner.destroy();
  await database.drop();
});

const columns: Record<string, readonly string[]> = {
  'analyses.outcome': analysisOutcomes,
  'analyses.reason': analysisReasons,
  'categories.delivery_data': deliveryDataAsks,
  'categories.delivery_proof': deliveryProofs,
  'categories.icon': categoryIcons,
  'categories.kind': categoryKinds,
  'complaint_appeals.side': complaintSides,
  'complaint_decisions.result': outcomes.complaintResults,
  'complaint_files.kind': messageFileKinds,
  'complaint_proposals.kind': outcomes.proposalKinds,
  'complaint_proposals.state': outcomes.proposalStates,
  'complaints.ending': outcomes.complaintEndings,
  'complaints.reason': complaintReasons,
  'complaints.result': outcomes.complaintResults,
  'complaints.state': complaintStates,
  'consents.kind': consentKinds,
  'credentials.service': services,
  'delivery_files.kind': deliveryFileKinds,
  'delivery_files.proves': provenThings,
  'forced_moves.event': orders.forcedEvents,
  'queue_claims.queue': claimQueues,
  'listings.delivery_type': orders.deliveryTypes,
  'listings.plan': plans,
  'order_files.kind': messageFileKinds,
  'document_checks.kind': documents.documentKinds,
  'document_checks.level': documents.documentLevels,
  'document_checks.provider_answer': documents.providerAnswers,
  'document_checks.refusal': documents.documentRefusals,
  'document_checks.state': documents.documentStates,
  'document_files.part': documents.documentParts,
  'order_message_removals.reason': reasonsFor.message,
  'order_messages.handling': messageHandlings,
  'order_transitions.actor': orders.orderActors,
  'orders.category_kind': categoryKinds,
  'orders.delivery_proof': deliveryProofs,
  'orders.delivery_type': orders.deliveryTypes,
  'orders.seller_tax_type': taxTypes,
  'page_announcements.slug': announcedPages,
  'page_texts.slug': pageSlugs,
  'payments.method': payments.paymentMethods,
  'payments.state': payments.paymentStates,
  'questions.state': questionStates,
  'ratings.author_role': ratingRoles,
  'ratings.removed_for': reasonsFor.rating,
  'ratings.state': ratingStates,
  'receipts.refusal': paymentProofRefusals,
  'receipts.state': paymentProofStates,
  'refunds.destination': payments.refundDestinations,
  'refunds.source': payments.refundSources,
  'refunds.state': payments.refundStates,
  'reports.reason': reportReasons,
  'reports.state': reportStates,
  'reports.target_kind': reportTargets,
  'returns.due_event': returns.returnDueEvents,
  'returns.outcome': returns.returnOutcomes,
  'returns.parcel_state': shipmentStates,
  'returns.reason': returns.returnReasons,
  'returns.state': returns.returnStates,
  'returns.way': returns.returnWays,
  'orders.seller_level': sellerLevels,
  'account_securings.outcome': securingOutcomes,
  'appeal_kinds.affected': affectedPeople,
  'appeals.state': appealStates,
  'dossiers.reader': dossierReaders,
  'fund_payments.cause': fundCauses,
  'strikes.broken_rule': brokenRules,
  'strikes.measure': strikeMeasures,
  'sale_contests.cause': contestCauses,
  'sale_contests.state': contestStates,
  'staff_blocks.cause': blockCauses,
  'seller_checks.colour': sellerColours,
  'seller_checks.level_after': sellerLevels,
  'seller_checks.level_before': sellerLevels,
  'seller_checks.outcome': checkOutcomes,
  'seller_levels.colour': sellerColours,
  'seller_levels.level': sellerLevels,
  'sessions.state': sessionStates,
  'settlements.state': orders.settlementStates,
  'simulator.charges.method': payments.providerMethods,
  'stock_units.state': codeStates,
  'ticket_clocks.kind': ticketClocks,
  'tickets.resolution': ticketResolutions,
  'tickets.state': ticketStates,
  'users.role': roles,
  'users.state': accountStates,
  'withdrawals.pix_key_type': pixKeyTypes,
  'withdrawals.state': withdrawalStates,
};

test('every column accepts the values of the domain, and no other', async () => {
  expect(await checkedLists(Object.keys(columns))).toEqual(
    Object.fromEntries(Object.entries(columns).map(([column, values]) => [column, values.toSorted()])),
  );
});

test.each([
  ['listing_states', listingStates],
  ['order_states', orders.orderStates],
  ['revision_states', revisionStates],
])('%s has every state of the domain, and no other', async (table, states) => {
  const { rows } = await sql<{ state: string }>`select state from ${sql.table(table)}`.execute(owner);
  expect(rows.map(({ state }) => state).toSorted()).toEqual(states.toSorted());
});

test('domain and PostgreSQL agree on who may sell, for every account state', async () => {
  const { userIds } = await kit.createLedgerUsers(owner, accountStates.length);
  for (const [at, state] of accountStates.entries()) {
    const id = userIds[at]!;
    await sql`update users set state = ${state},
        username = case when ${state} = 'closed' then 'conta-removida-' || id else username::text end,
        suspended_until = case when ${state} = 'suspended' then market_now() + interval '1 day' end
      where id = ${id}`.execute(owner);
    const { rows } = await sql<{ may: boolean }>`select may_sell(${id}) as may`.execute(owner);
    expect([state, rows[0]!.may]).toEqual([state, sellingStates.includes(state)]);
  }
});

test.each([
  ['receipts_open', openPaymentProofStates],
  ['receipts_queue', openPaymentProofStates],
])('the index %s contains the states that the domain queries', async (index, states) => {
  const { rows } = await sql<{ of: string }>`select pg_get_indexdef(${index}::regclass) as of`.execute(owner);
  expect(listed(rows[0]!.of.replace(/^.* WHERE /, '')).values).toEqual(states.toSorted());
});

test('PostgreSQL and the domain agree on the final states of an order', async () => {
  const { rows } = await sql<{ list: string }>`
    select substring(prosrc from 'closes boolean := last_state in \\(([^)]*)\\)') as list
    from pg_proc where proname = 'transition_order'`.execute(owner);
  expect(rows.map(({ list }) => quotedIn(list))).toEqual([orders.finalOrderStates.toSorted()]);
});

/** What the check of each column lists, in alphabetical order. */
async function checkedLists(names: readonly string[]): Promise<Record<string, string[]>> {
  const { rows } = await sql<{ table: string; check: string }>`
    select conrelid::regclass::text as table, pg_get_constraintdef(oid) as check
    from pg_constraint where contype = 'c' and conrelid <> 0`.execute(owner);
  const found = rows
    .filter(({ check }) => /^CHECK \(\(\w+ = ANY \([^)]*\)\)\)$/.test(check))
    .map(({ table, check }) => ({ table, ...listed(check) }));
  return Object.fromEntries(
    found
      .map(({ table, column, values }) => [`${table}.${column}`, values] as const)
      .filter(([name]) => names.includes(name)),
  );
}

/** `(state = ANY (ARRAY['a'::text, 'b'::text]))` and `(state = ANY ('{a,b}'::text[]))` alike. */
function listed(condition: string): { column: string; values: string[] } {
  const [, column = '', list = ''] = /(\w+) = ANY \((.*?)\)\)/.exec(condition) ?? [];
  const bare = [...list.matchAll(/(\w+)(?=[,}])/g)].map((match) => match[1]!);
  return { column, values: list.startsWith('ARRAY') ? quotedIn(list) : bare.toSorted() };
}

const quotedIn = (list: string): string[] =>
  [...list.matchAll(/'([^']*)'/g)].map((match) => match[1]!).toSorted();
