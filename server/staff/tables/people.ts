import { sql } from 'kysely';
import type { TaxType } from '#domain/orders/taxes.ts';
import type { Query, Reply } from '#contract/endpoint.ts';
import { listPeople } from '#contract/staff/people.ts';
import type { getPerson, StaffPerson } from '#contract/staff/people.ts';
import { maskEmail } from '#domain/accounts/accounts.ts';
import type { AccountState, Role, Viewer } from '#domain/accounts/accounts.ts';
import { maskedDocument, maskedFullName } from '#domain/accounts/documents.ts';
import { fail } from '#domain/errors.ts';
import { can } from '#domain/staff/permissions.ts';
import { verificationLevel } from '#domain/accounts/verification.ts';
import { csvInstant } from '#domain/text/csv.ts';
import { roleLabels } from '#domain/staff/role-labels.ts';
import { accountNames } from '#domain/state-names.ts';
import type { Ctx } from '#server/context.ts';
import { measureMs, suspends } from '#domain/accounts/strikes/strikes.ts';
import { ageOf } from '#server/accounts/ages/births.ts';
import { strikesOf } from '#server/accounts/strikes/queries.ts';
import { riskOfPerson } from '#server/risk/queries.ts';
import { currentRules } from '#server/settings/queries.ts';
import { isIdentified } from '#server/accounts/documents/identified.ts';
import { availableBalances, balances } from '#server/ledger/queries.ts';
import { listPage, betweenDays } from '#server/lists/table.ts';
import type { Page } from '#server/lists/table.ts';
import { stateRanges } from '#server/lists/tabs.ts';
import { historyOf } from '#server/staff/history.ts';
import { notesOf } from '#server/staff/notes.ts';
import { permission } from '#server/staff/permission.ts';
import { matchesPerson } from './search-conditions.ts';
import type { StaffTable } from './staff-table.ts';

interface Row {
  id: number;
  username: string;
  image: string;
  email: string;
  email_verified_at: Date | null;
  phone_verified_at: Date | null;
  identified: boolean;
  level_granted_at: Date | null;
  role: Role;
  state: AccountState;
  created_at: Date;
  last_seen_at: Date | null;
}

const columns = sql`t.id, t.username::text as username, t.image, t.email::text as email, t.email_verified_at,
  t.phone_verified_at, ${isIdentified('t')} as identified, t.level_granted_at, t.role, t.state, t.created_at, t.last_seen_at`;

type Person = Omit<StaffPerson, 'availableCents'>;

/** People as staff see them; `listPeopleWithMoney` adds the balances of a page. */
export const peopleTable: StaffTable<Query<typeof listPeople>, Row, Person> = {
  name: 'usuarios',
  query: listPeople.query,
  columns,
  source: sql`users t`,
  sorts: { id: { by: sql`t.id`, type: 'bigint' }, username: { by: sql`t.username`, type: 'citext' } },
  defaultSort: '-id',
  hasFixedPlan: ({ q, role, from, to }) => !q && !role && !from && !to,
  where: ({ q, role, from, to }) => [
    q ? matchesPerson(q) : undefined,
    // A literal, so that the planner can use the partial index of staff.
    role && !role.includes('user') ? sql`t.role <> 'user'` : undefined,
    role && sql`t.role = any(${role}::text[])`,
    ...betweenDays(sql`t.created_at`, from, to),
  ],
  // Ranges of the index users_by_state; most people are active, which needs no index.
  ranges: ({ state }) => state && stateRanges(state),
  present,
  csv: {
    Usuário: ({ username }) => username,
    'E-mail': ({ email }) => email,
    Papel: ({ role }) => roleLabels[role],
    Situação: ({ state }) => accountNames[state],
    Nível: ({ level }) => level.slice(1),
    Desde: ({ createdAt }) => csvInstant(createdAt),
  },
};

function present(row: Row): Person {
  return {
    id: row.id,
    username: row.username,
    image: row.image,
    email: maskEmail(row.email),
    emailVerified: row.email_verified_at !== null,
    phoneVerified: row.phone_verified_at !== null,
    identityVerified: row.identified,
    role: row.role,
    state: row.state,
    level: verificationLevel({
      emailVerified: row.email_verified_at !== null,
      phoneVerified: row.phone_verified_at !== null,
      identityVerified: row.identified,
      granted: row.level_granted_at !== null,
    }),
    createdAt: row.created_at.toISOString(),
    lastSeenAt: row.last_seen_at?.toISOString() ?? null,
  };
}

/** A page of people with the available balance of each. */
export async function listPeopleWithMoney(
  ctx: Ctx,
  query: Query<typeof listPeople>,
): Promise<Page<StaffPerson>> {
  const page = await listPage(ctx.db, peopleTable, query);
  const money = await availableBalances(
    ctx.db,
    page.items.map(({ id }) => id),
  );
  return {
    ...page,
    items: page.items.map((item) => ({ ...item, availableCents: money.get(item.id) ?? 0 })),
  };
}

interface DetailRow extends Row {
  full_name: string | null;
  document: string | null;
  tax_type: TaxType | null;
  phone: string | null;
  suspended_until: Date | null;
  state_reason: string;
  trusted_at: Date | null;
  open_sales: number;
  open_purchases: number;
  listings: number;
  open_reports: number;
  document_proof: 'declared' | 'proven' | 'contested' | null;
  sessions: number;
}

const openOrderStates = sql`('awaiting_payment', 'payment_in_review', 'paid', 'in_delivery', 'delivered', 'in_complaint')`;

/** Whether the document of an account `t` is declared, proven or contested (ADR 0079). */
const documentProof = sql`case when t.proven_document is not null then 'proven'
  when exists (select from users o where o.proven_document = coalesce(t.cpf, t.cnpj)) then 'contested'
  when coalesce(t.cpf, t.cnpj) is not null then 'declared' end`;

/** One person with the data that support and sanctions need; identifying data stays masked. */
export async function readPerson(ctx: Ctx, viewer: Viewer, id: number): Promise<Reply<typeof getPerson>> {
  const { rows } = await sql<DetailRow>`
    select ${columns}, t.full_name, coalesce(t.cpf, t.cnpj) as document, t.tax_type, t.phone, t.suspended_until, t.state_reason,
      t.trusted_at, ${documentProof} as document_proof,
      (select count(*)::int from orders where seller_id = t.id and state in ${openOrderStates}) as open_sales,
      (select count(*)::int from orders where buyer_id = t.id and state in ${openOrderStates}) as open_purchases,
      (select count(*)::int from listings where seller_id = t.id and state = 'published') as listings,
      (select count(*)::int from reports where target_kind = 'user' and target_id = t.id and state = 'open')
        as open_reports,
      (select count(*)::int from sessions where user_id = t.id and expires_at > market_now()) as sessions
    from users t where t.id = ${id}`.execute(ctx.db);
  const row = rows[0] ?? fail('not_found');
  const money = await balances(ctx.db, id);
  const age = await ageOf(ctx.db, id);
  const { strikes: strikeRules, security } = (await currentRules(ctx.db)).rules;
  const strikes = await strikesOf(ctx.db, id, strikeRules);
  return {
    ...present(row),
    availableCents: money.availableCents,
    pendingCents: money.pendingReleaseCents,
    blockedCents: money.blockedCents,
    fullName: row.full_name && maskedFullName(row.full_name),
    document: row.document && maskedDocument(row.document),
    documentProof: row.document_proof,
    taxType: row.tax_type,
    phone: row.phone && `•••• ${row.phone.slice(-4)}`,
    suspendedUntil: row.suspended_until?.toISOString() ?? null,
    stateReason: row.state_reason,
    trusted: row.trusted_at !== null,
    levelGranted: row.level_granted_at !== null,
    provenAge: age && { isAdult: age.isAdult, source: age.source },
    strikes,
    risk: await riskOfPerson(ctx.db, id),
    openSales: row.open_sales,
    openPurchases: row.open_purchases,
    listings: row.listings,
    openReports: row.open_reports,
    sessions: row.sessions,
    notes: await notesOf(ctx.db, 'user', id),
    history: await historyOf(ctx.db, { kind: 'user', id }),
    may: {
      ...permissionsFor(viewer, row),
      strike: permission(
        can(viewer, 'give_strike', {
          ...row,
          measure: strikes.next.measure,
          suspensionMs: suspends(strikes.next.measure) ? measureMs(strikes.next.measure, strikeRules) : 0,
          supportLimitMs: security.supportSuspensionMs,
        }),
        'Esta advertência é dada por um administrador.',
      ),
    },
  };
}

function permissionsFor(viewer: Viewer, { id, role }: Row): Omit<Reply<typeof getPerson>['may'], 'strike'> {
  const admins = 'Só administradores fazem isso.';
  // Only whether a sanction is allowed at all: the limit on its length depends on the chosen date.
  const shortestMs = 0;
  const sanction = (event: 'restrict' | 'suspend' | 'ban' | 'reinstate') =>
    permission(
      can(viewer, 'sanction_account', { id, role, event, ttlMs: shortestMs, supportLimitMs: shortestMs }),
      admins,
    );
  return {
    restrict: sanction('restrict'),
    suspend: sanction('suspend'),
    ban: sanction('ban'),
    reinstate: sanction('reinstate'),
    endSessions: permission(can(viewer, 'end_sessions', { id, role }), admins),
    changeRole: permission(can(viewer, 'change_role', { id }), admins),
    grantLevel: permission(can(viewer, 'grant_level', { id }), admins),
    correctBirth: permission(can(viewer, 'correct_birth', { id }), admins),
    unmask: permission(can(viewer, 'unmask_person', { id }), admins),
  };
}
