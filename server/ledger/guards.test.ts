import { sql, type Kysely, type Transaction } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect } from '#db/connect.ts';
import type { DB } from '#db/schema.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import * as blocks from '#test/ledger/blocks.ts';
import * as chargebacks from '#test/ledger/chargebacks.ts';
import * as kit from '#test/ledger/setup.ts';
import * as payouts from '#test/ledger/withdrawals.ts';
import * as books from '#test/ledger/steps.ts';

/**
 * Every constraint of the tables that hold money, by name: each is broken once as the database's owner, with all
 * triggers off, so that it stands alone between the mistake and the row. One that is dropped fails here, and so does a
 * new one that nobody tried. Triggers take their turn in violations.test.ts and mutants.test.ts.
 */
const tables = [
  'orders',
  'order_events',
  'payments',
  'refunds',
  'settlements',
  'withdrawals',
  'sale_blocks',
  'chargebacks',
  'debt_payments',
  'stock_units',
  'rule_versions',
  'money_decisions',
  'money_decision_people',
  'money.accounts',
  'money.journals',
  'money.transfers',
  'money.account_kinds',
  'money.journal_kinds',
  'money.leg_rules',
  'money.status',
];

/** What is written over every row of the table, for each check. */
const checks: Record<string, Record<string, string>> = {
  orders: {
    orders_buyer_terms_check: 'buyer_terms = 0',
    orders_total: 'total_cents = total_cents + 1',
    orders_freight_cents_check: 'freight_cents = -1, total_cents = total_cents - 1',
    orders_label_cents_check: 'label_cents = -1',
    orders_freight_travels: 'label_cents = 1',
    orders_check1: 'commission_cents = -1',
    orders_check2: 'guarantee_cents = -1',
    orders_check3: 'buyer_id = seller_id',
    orders_check4: `due_event = 'expire'`,
    orders_category_kind_check: `category_kind = 'car'`,
    orders_delivery_data_fits: `delivery_data = 'all'`,
    orders_commission_by_rule: 'commission_cents = commission_cents + 1',
    orders_guarantee_by_rule: 'guarantee_cents = guarantee_cents + 1',
    orders_delivery_note_check: `delivery_note = repeat('x', 2001)`,
    orders_delivery_proof_check: `delivery_proof = 'audio'`,
    orders_delivery_type_check: `delivery_type = 'mail'`,
    orders_due_event_check: `due_at = now(), due_event = 'release'`,
    orders_hash_check: `hash = 'short' || id`,
    orders_hold_days_check: 'hold_days = 6',
    orders_level_hold: `seller_level = 'silver', hold_days = null, level_hold_days = 8`,
    orders_quantity_check: 'quantity = 1000, unit_price_cents = 10',
    orders_refunded: 'refunded_cents = total_cents + 1',
    orders_seller_level: `seller_level = 'star'`,
    orders_seller_tax_type_check: `seller_tax_type = 'club'`,
    orders_seller_terms_check: 'seller_terms = 0',
    orders_stopped: `state_before = 'completed'`,
    orders_warranty_days_check: 'warranty_days = 0',
    orders_unit_price_cents_check: 'unit_price_cents = 50, quantity = 200',
  },
  order_events: { order_events_seq_check: 'seq = -seq' },
  payments: {
    confirmed_has_money: 'received_cents = 0, end_to_end_id = null',
    payments_amount_cents_check: 'amount_cents = 0',
    payments_attempt_check: 'attempt = 0',
    payments_billing: `billing_name = 'Ana Souza'`,
    payments_billing_document_check: `billing_name = 'Ana Souza', billing_document = '1'`,
    payments_billing_name_check: `billing_name = 'A', billing_document = '11144477735'`,
    payments_boleto_barcode_check: `boleto_barcode = '1'`,
    payments_boleto_line_check: `boleto_line = '1'`,
    payments_boleto_url_check: `boleto_url = repeat('x', 501)`,
    payments_card_brand_check: `method = 'card', card_brand = repeat('x', 31)`,
    payments_card_fields: `card_brand = 'visa'`,
    payments_card_last4_check: `method = 'card', card_last4 = '12345'`,
    payments_check: `method = 'card', card_total_cents = amount_cents - 1`,
    payments_contested_at: `state = 'upheld'`,
    payments_decision: `review_decision = 'refund'`,
    payments_declined_reason_check: `declined_reason = repeat('x', 61)`,
    payments_installments_check: `method = 'card', installments = 13`,
    payments_method_check: `method = 'cash'`,
    payments_pay_url_check: `pay_url = repeat('x', 501)`,
    payments_payer_document_check: `payer_document = repeat('1', 15)`,
    payments_received_cents_check: `received_cents = -1, state = 'created', end_to_end_id = null`,
    payments_reference_check: `reference = 'short' || id`,
    payments_review_decision_check: `review_decision = 'keep', reviewed_at = now()`,
    payments_review_note_check: `review_note = repeat('x', 501)`,
    payments_review_reason_check: `review_reason = 'mood'`,
    payments_state_check: `state = 'lost'`,
    received_has_bank_id: 'end_to_end_id = null',
  },
  refunds: {
    refund_by_hand_left: `hand_end_to_end_id = id::text, destination = 'balance'`,
    refunds_amount_cents_check: 'amount_cents = 0',
    refunds_decision_note_check: `decision_note = repeat('x', 2001)`,
    refunds_destination: `destination = 'pocket'`,
    refunds_held: `state = 'held', source = 'sale'`,
    refunds_note_check: `note = repeat('x', 2001)`,
    refunds_proposed_cents_check: 'proposed_cents = 0',
    refunds_source: `source = 'nowhere'`,
    refunds_state_check: `state = 'lost'`,
    refunds_taken: 'taken = true',
    refunds_two_people: 'seconded_by = 1',
  },
  settlements: {
    settlements_net_cents_check: 'net_cents = -1',
    settlements_state_check: `state = 'lost'`,
  },
  withdrawals: {
    withdrawals_amount_cents_check: 'amount_cents = 10000000001',
    withdrawals_check: 'fee_cents = amount_cents',
    withdrawals_check1: 'decided_by = user_id',
    withdrawals_credit_part: 'credit_cents = amount_cents + 1',
    withdrawals_debt_cents_check: 'debt_cents = -1',
    withdrawals_first: 'first_at = now()',
    withdrawals_first_not_own: 'first_by = user_id, first_at = now()',
    withdrawals_pix_key_check: `pix_key = 'x'`,
    withdrawals_pix_key_type_check: `pix_key_type = 'iban'`,
    withdrawals_recheck: `recheck_at = now(), state = 'returned'`,
    withdrawals_reopened: 'reopened_at = now(), paid_at = now()',
    withdrawals_retry: `retry_at = now(), state = 'paid'`,
    withdrawals_state_check: `state = 'lost'`,
    withdrawals_two_people: `state = 'approved', first_by = -1, first_at = now()`,
  },
  sale_blocks: {
    sale_blocks_check: `amount_cents = 1, from_state = 'in_escrow'`,
    sale_blocks_from_state_check: `amount_cents = 0, from_state = 'lost'`,
  },
  chargebacks: {
    chargebacks_amount: 'amount_cents = 0',
    chargebacks_direction: `direction = 'lost'`,
  },
  debt_payments: { debt_payments_amount: 'amount_cents = 0' },
  stock_units: {
    stock_units_check: `state = 'available'`,
    stock_units_state_check: `state = 'lost', order_id = null`,
  },
  rule_versions: { rule_versions_reason_check: `reason = repeat('x', 501)` },
  money_decisions: {
    money_decisions_amount: 'amount_cents = 0',
    money_decisions_kind: `kind = 'gift'`,
    money_decisions_two_people: 'second_id = 1',
  },
  money_decision_people: { money_decision_people_key: `key = 'somebody'` },
  'money.accounts': { no_overdraft: 'debits = debits + 1, credits = credits - 1' },
  'money.transfers': { transfers_amount_check: 'amount = 0', transfers_check: 'debit_id = credit_id' },
  'money.account_kinds': {
    account_kinds_check: `side = case side when 'debit' then 'credit' else 'debit' end`,
    account_kinds_owner_check: `owner = 'nobody', bound = case side when 'credit' then 1 else -1 end`,
    account_kinds_side_check: `side = 'middle', bound = case owner when 'platform' then 0 else -1 end`,
  },
  'money.journal_kinds': {
    journal_kinds_key_form_check: 'key_form = kind',
    journal_kinds_subject_check: `subject = 'user'`,
  },
  'money.leg_rules': {
    leg_rules_amount_check: `amount = 'any'`,
    leg_rules_credit_case_check: `credit_case = 'anybody'`,
    leg_rules_debit_case_check: `debit_case = 'anybody'`,
  },
  'money.status': { status_only_row_check: 'only_row = false' },
};

/** What a column needs beside it so that nothing else refuses first. */
const beside: Record<string, string> = {
  'withdrawals.first_by': ', first_at = now()',
  'refunds.seconded_by': ', decided_by = 1',
  'money_decisions.second_id': ', decider_id = 1',
};

/** These say again what a primary key says: they are there for foreign keys to point to. */
const pointedTo = ['payments_of_order', 'account_kinds_kind_bound_key'];

interface Constraint {
  table: string;
  name: string;
  kind: 'c' | 'f' | 'u';
  columns: string[];
  types: string[];
}

let database: TestDatabase;
let owner: Kysely<DB>;
let all: Constraint[];

beforeAll(async () => {
  database = await createTestDatabase();
  owner = connect(database.ownerUrl, { max: 1, applicationName: 'test' });
  const app = connect(database.appUrl, { max: 1, applicationName: 'test' });
  await plant(app);
  await app.destroy();
  const { rows } = await sql<Constraint>`
    select conrelid::regclass::text as "table", conname as name, contype as kind,
      array_agg(attname::text order by array_position(conkey, attnum)) as columns,
      array_agg(atttypid::regtype::text order by array_position(conkey, attnum)) as types
    from pg_constraint join pg_attribute on attrelid = conrelid and attnum = any (conkey)
    where conrelid = any (${tables}::regclass[]) and contype in ('c', 'f', 'u')
    group by conrelid, conname, contype`.execute(owner);
  all = rows;
});

afterAll(async () => {
  await owner.destroy();
  await database.drop();
});

describe.each(tables)('a constraint of %s', (table) => {
  const ofKind = (kind: Constraint['kind']) =>
    all.filter((each) => each.table === table && each.kind === kind);

  it('refuses inconsistent rows', async () => {
    const names = ofKind('c').map(({ name }) => name);
    expect(Object.keys(checks[table] ?? {}).toSorted()).toEqual(names.toSorted());
    for (const name of names)
      expect(await refusal(table, checks[table]![name]!)).toEqual({ code: '23514', constraint: name });
  });

  it('refuses a reference to a missing row', async () => {
    for (const { name, columns, types } of ofKind('f')) {
      const [column, type] = [columns[0]!, types[0]!];
      const place = '(ctid::text::point)[1]';
      const nowhere = type === 'text' ? `'nothing' || ${place}` : `-1 - ${place}`;
      const mistake = `${column} = ${nowhere}${beside[`${table}.${column}`] ?? ''}`;
      expect(await refusal(table, mistake, name)).toEqual({ code: '23503', constraint: name });
    }
  });

  it('refuses a second row of a unique fact', async () => {
    for (const { name, columns, types } of ofKind('u')) {
      if (pointedTo.includes(name)) continue;
      const same = columns.map((column, at) => `${column} = ${sameFor(column, types[at]!)}`);
      expect(await refusal(table, same.join(', '))).toEqual({ code: '23505', constraint: name });
    }
  });
});

describe('history', () => {
  it.each([
    'events',
    'order_events',
    'reveals',
    'rule_versions',
    'listing_versions',
    'bank_lines',
    'money_decisions',
    'money_decision_people',
    'chargebacks',
    'debt_payments',
    'money.journals',
    'money.transfers',
  ])('in %s cannot be changed, not even by the owner', async (table) => {
    const { rows } = await sql<{ column: string }>`select attname as column from pg_attribute
      where attrelid = ${table}::regclass and attnum > 0 and attidentity = '' limit 1`.execute(owner);
    for (const change of [`update ${table} set ${rows[0]!.column} = null`, ...removing(table)])
      expect(await books.statementFailure(owner, change), change).toMatchObject({ code: '42501' });
  });

  it.each(['money.accounts', 'receipts'])('in %s cannot be deleted', async (table) => {
    for (const change of removing(table))
      expect(await books.statementFailure(owner, change), change).toMatchObject({ code: '42501' });
  });
});

it('an order that is created as paid has its money, however it is inserted', async () => {
  const born = `insert into orders overriding system value select (jsonb_populate_record(o, jsonb_build_object(
    'id', 0, 'hash', repeat('x', 30), 'state', 'paid'))).* from orders o where state = 'cancelled' limit 1`;
  expect(await books.statementFailure(owner, born)).toEqual({ code: '23514', constraint: 'order_money' });
});

const removing = (table: string) => [`delete from ${table}`, `truncate ${table} cascade`];

function sameFor(column: string, type: string): string {
  if (column === 'key_form') return `'#'`;
  return type === 'text' ? `repeat('x', 30)` : type === 'bytea' ? `''` : '0';
}

/** Writes over all rows, and undoes it. @param alone the one foreign key from or to the table that stays */
async function refusal(table: string, mistake: string, alone?: string): Promise<unknown> {
  const attempt = owner.transaction().execute(async (tx) => {
    await sql.raw(`alter table ${table} disable trigger user`).execute(tx);
    if (alone !== undefined) await dropOtherKeys(tx, table, alone);
    await sql.raw(`update ${table} set ${mistake}`).execute(tx);
    throw new Error(`nobody refused ${mistake}`);
  });
  return attempt.catch(({ code, constraint, message }: books.DatabaseFailure & Error) =>
    code === undefined ? message : { code, constraint },
  );
}

async function dropOtherKeys(tx: Transaction<DB>, table: string, alone: string): Promise<void> {
  const { rows } = await sql<{ of: string; name: string }>`
    select conrelid::regclass as of, conname as name from pg_constraint
    where contype = 'f' and ${table}::regclass in (conrelid, confrelid) and conname <> ${alone}`.execute(tx);
  for (const { of, name } of rows) await sql.raw(`alter table ${of} drop constraint ${name}`).execute(tx);
}

/** Two rows of everything there may be two of, and one of the rest. */
async function plant(app: Kysely<DB>): Promise<void> {
  const [buyerId, sellerId] = (await kit.createLedgerUsers(app, 2)).userIds as [number, number];
  await kit.createLedgerUsers(app, 2);
  const paid = async () => {
    const sale = await kit.placeSale(app, { buyerId, sellerId, totalCents: 10_000 });
    await books.writeSteps(app, kit.paymentSteps(sale));
    return sale;
  };
  for (const sale of [await paid(), await paid()]) await books.writeSteps(app, kit.cancellationSteps(sale));
  for (const ending of [kit.releaseSteps, (sale: kit.Sale) => blocks.blockSteps(sale, 'pending_release')]) {
    const sale = await paid();
    for (const fact of [kit.deliverySteps, kit.completionSteps, ending])
      await books.writeSteps(app, fact(sale));
  }
  await books.writeSteps(app, payouts.requestSteps({ userId: sellerId, amountCents: 2_000, feeCents: 250 }));
  const taken = await paid();
  const { refundId } = await books.writeSteps(app, kit.cancellationSteps(taken));
  await books.writeSteps(app, kit.refundCreditSteps({ refundId, amountCents: 10_000 }, buyerId));
  await books.writeSteps(app, chargebacks.secondChargebackSteps(taken, 10_000));
  await books.writeSteps(
    app,
    chargebacks.debtPaymentSteps(buyerId, { creditCents: 10_000, availableCents: 0 }),
  );
  await sql`insert into stock_units (listing_id, state, sealed, fingerprint, last4, order_id)
    select listing_id, 'delivered', '', id::text::bytea, '0000', id from orders limit 2`.execute(app);
}
