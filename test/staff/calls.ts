import { sql } from 'kysely';
import type { Db } from '#server/context.ts';
import { incidentCalls } from './incident-calls.ts';
import { moneyCalls } from './money-calls.ts';
import type { Person } from '#test/accounts/people.ts';
import { alone, staffCall, involved, note, sides } from './call.ts';
import type { Case, AttemptedCall } from './call.ts';
import type { StaffFixtures } from './fixtures.ts';
import { documentCalls } from './document-calls.ts';
import { parcelCalls } from './parcel-calls.ts';
import { personCalls } from './person-calls.ts';
import { ticketCalls } from './ticket-calls.ts';
import type { TeamReader } from '#domain/dossiers/readers.ts';

let made = 0;

const settings = (
  make: (things: StaffFixtures, viewer: Person) => Promise<Omit<AttemptedCall<'change_settings'>, 'thing'>>,
) =>
  staffCall(
    'change_settings',
    async (things, viewer) => ({ thing: undefined, ...(await make(things, viewer)) }),
    alone,
  );

/** A change that another admin proposed. */
const proposal = (action: 'confirm_proposal' | 'stop_proposal', body?: object) =>
  staffCall(
    action,
    async ({ sales }) => {
      await stopPending(sales.db);
      const { id: adminId } = await sales.user({ role: 'admin' });
      const { rows } = await sql<{ id: number }>`
        insert into staff_proposals (kind, subject_id, payload, reason, proposed_by)
        select 'settings', 1, jsonb_build_object('changes', jsonb_build_array(jsonb_build_object(
          'path', 'withdrawal.minCents', 'before', rules #> '{withdrawal,minCents}',
          'after', (rules #>> '{withdrawal,minCents}')::int + 1))), ${note}, ${adminId}
        from rule_versions order by id desc limit 1 returning id`.execute(sales.db);
      return { thing: undefined, params: { id: rows[0]!.id }, ...(body && { body }) };
    },
    alone,
  );

const catalogue = (body: (id: number) => object) =>
  staffCall(
    'shape_catalogue',
    async ({ sales }) => {
      const id = await sales.category();
      return { thing: undefined, params: { id }, body: body(id) };
    },
    alone,
  );

/** An appeal against a decision of another admin, about a stranger, about the viewer, or by the viewer (N04). */
const appealOf = (kind: 'listing.suspended' | 'account.restricted') =>
  staffCall(
    'review_decision',
    async ({ sales }, viewer, part) => {
      const target = part === 'seller' ? viewer : await sales.user();
      const decider = part === 'self' ? viewer : await sales.user({ role: 'admin' });
      const { rows } = await sql<{ id: number }>`
        with decided as (insert into events (kind, actor_id, actor_role, subject_kind, subject_id, data)
          select ${kind}, ${decider.id}, 'admin', ${kind === 'listing.suspended' ? 'listing' : 'user'},
            ${kind === 'listing.suspended' ? (await sales.draft({ seller: target })).id : target.id}, '{}'
          returning id)
        select id from decided`.execute(sales.db);
      const { rows: opened } = await sql<{ id: number }>`
        insert into appeals (decision_id, appellant_id, words) values (${rows[0]!.id}, ${target.id}, ${note})
        returning id`.execute(sales.db);
      return {
        thing: {
          personId: target.id,
          deciders: [decider.id],
          forAdmin: kind === 'account.restricted',
        },
        params: { id: opened[0]!.id },
        body: { decision: 'uphold', reason: note },
      };
    },
    { parts: ['stranger', 'seller', 'self'], name: kind },
  );

const review = (riskClass: 'normal' | 'risky') =>
  staffCall(
    'review_listing',
    async (things, viewer, part) => {
      const category = await things.sales.category({ riskClass });
      const { id, seller } = await things.submitted(sides(viewer, part), category);
      return {
        thing: { sellerId: seller.id, bought: false, risky: riskClass === 'risky' },
        params: { id },
        body: { decision: 'approve', reasons: [], note: '' },
      };
    },
    { parts: ['stranger', 'seller'], name: riskClass },
  );

const moderation = (action: 'pause' | 'suspend' | 'remove' | 'republish', riskClass: 'normal' | 'risky') =>
  staffCall(
    'moderate_listing',
    async ({ sales }, viewer, part) => {
      const categoryId = await sales.category({ riskClass });
      const { id, seller } = await sales.publishedListing({ ...sides(viewer, part), categoryId });
      if (action === 'republish')
        await sql`update listings set state = 'suspended' where id = ${id}`.execute(sales.db);
      return {
        thing: { sellerId: seller.id, risky: riskClass === 'risky', action },
        params: { id },
        body: { action, reason: note },
      };
    },
    { parts: ['stranger', 'seller'], name: `${action} ${riskClass}` },
  );

/** Out of an ordinary category into one of this class. */
const move = (riskClass: 'normal' | 'risky') =>
  staffCall(
    'review_listing',
    async (things, viewer, part) => {
      const { listingId, seller } = await things.paid(sides(viewer, part));
      const categoryId = await things.sales.category({ riskClass });
      return {
        thing: { sellerId: seller.id, bought: part === 'buyer', risky: riskClass === 'risky' },
        params: { id: listingId },
        body: { categoryId, reason: note },
      };
    },
    { name: riskClass },
  );

const dossier = (action: 'inspect_conversation' | 'read_without_case', reader: TeamReader) =>
  staffCall(
    action,
    async (things, viewer, part) => {
      const sale = await things.mediated(sides(viewer, part));
      return {
        thing: { involved: involved(sale) },
        params: { hash: sale.hash },
        body: { reader, reason: note },
      };
    },
    { name: reader },
  );

/** One change of a thing waits at a time. */
async function stopPending(db: Db): Promise<void> {
  await sql`update staff_proposals set state = 'stopped', stopped_by = proposed_by where state = 'pending'`.execute(
    db,
  );
}

/** Doors that ask for an action of the permission table, with every kind of object they may be tried at. */
export const decisionCalls: Record<string, Case | readonly Case[]> = {
  ...moneyCalls,
  ...incidentCalls,
  ...ticketCalls,
  ...parcelCalls,
  'POST /staff/categories': catalogue(() => ({ name: `Nova ${++made}`, parentId: null })),
  'POST /staff/category-templates/{template}/entries': staffCall(
    'shape_catalogue',
    async () => ({ thing: undefined, params: { template: 'services' } }),
    alone,
  ),
  'PATCH /staff/categories/{id}': catalogue(() => ({ name: `Outra ${++made}` })),
  'PUT /staff/categories/{id}/place': catalogue(() => ({ parentId: null, position: 1 })),
  'POST /staff/categories/{id}/removal': catalogue(() => ({ moveTo: null })),
  'GET /staff/orders/{hash}/messages': staffCall('inspect_conversation', async (things, viewer, part) => {
    const sale = await things.mediated(sides(viewer, part));
    return { thing: { involved: involved(sale) }, params: { hash: sale.hash } };
  }),
  'POST /staff/orders/{hash}/delivery-note/openings': staffCall(
    'inspect_conversation',
    async (things, viewer, part) => {
      const sale = await things.mediated(sides(viewer, part));
      return { thing: { involved: involved(sale) }, params: { hash: sale.hash } };
    },
  ),
  'POST /staff/orders/{hash}/readings': staffCall('read_without_case', async (things, viewer, part) => {
    const sale = await things.paid(sides(viewer, part));
    return { thing: { involved: involved(sale) }, params: { hash: sale.hash }, body: { reason: note } };
  }),
  'POST /staff/orders/{hash}/dossiers': [
    dossier('inspect_conversation', 'staff'),
    dossier('read_without_case', 'authority'),
  ],
  'PUT /staff/held-messages/{id}/decision': staffCall(
    'inspect_conversation',
    async (things, viewer, part) => {
      const { id, sale } = await things.heldMessage(sides(viewer, part));
      return { thing: { involved: involved(sale) }, params: { id }, body: { decision: 'hide' } };
    },
  ),
  'POST /staff/counting-contests/{id}/decision': staffCall(
    'decide_contest',
    async (things, viewer, part) => {
      const sale = await things.sales.placed({ ...(part === 'seller' && { seller: viewer }) });
      const { rows } = await sql<{ id: number }>`
      insert into sale_contests (order_id, seller_id, words) values (${sale.id}, ${sale.seller.id}, ${note})
      returning id`.execute(things.sales.db);
      return {
        thing: { involved: involved(sale) },
        params: { id: rows[0]!.id },
        body: { decision: 'reject', note },
      };
    },
    { parts: ['stranger', 'seller'] },
  ),
  'POST /staff/appeals/{id}/decision': [appealOf('listing.suspended'), appealOf('account.restricted')],
  ...documentCalls,
  ...personCalls,
  'PUT /staff/questions/{id}/visibility': staffCall('decide_report', async (things, viewer, part) => {
    const { id, asker, seller } = await things.question(sides(viewer, part));
    return {
      thing: { involved: [asker.id, seller.id], shelvesRisky: false },
      params: { id },
      body: { visible: false },
    };
  }),
  'POST /staff/reports/{id}/decision': staffCall('decide_report', async (things, viewer, part) => {
    const { id, involved: who } = await things.reported(sides(viewer, part));
    return {
      thing: { involved: who, shelvesRisky: false },
      params: { id },
      body: { decision: 'dismiss', note },
    };
  }),
  'POST /staff/reviews/{id}/decision': [review('normal'), review('risky')],
  'POST /staff/proposals/{id}/confirmation': proposal('confirm_proposal'),
  'POST /staff/proposals/{id}/stop': proposal('stop_proposal', { reason: note }),
  'POST /staff/settings/preview': settings(async () => ({ body: { changes: { maxUnpaidOrders: 7 } } })),
  'POST /staff/settings/dry-run': settings(async () => ({ body: { changes: { maxUnpaidOrders: 7 } } })),
  'POST /staff/settings/versions': settings(async ({ sales }, { token }) => {
    const { data } = await sales.request('GET', '/staff/settings', { token });
    const changes = { maxUnpaidOrders: 10 + ++made };
    return { body: { basedOn: data?.version.id ?? 1, changes, reason: note } };
  }),
  'POST /staff/pages/{slug}/versions': settings(async ({ sales }, { token }) => {
    const { data } = await sales.request('GET', '/staff/pages/como-funciona/versions', { token });
    const body = {
      basedOn: data?.items[0].version ?? 1,
      markdown: `# Como funciona\n\n## Um\n${++made}`,
      reason: note,
    };
    return { params: { slug: 'como-funciona' }, body };
  }),
  'PUT /staff/credentials/{service}': settings(async ({ sales }) => {
    await stopPending(sales.db);
    const values = { GOOGLE_CLIENT_ID: `${++made}.apps.googleusercontent.com` };
    return {
      params: { service: 'sign_in' },
      body: { provider: 'google', values, basedOn: null, reason: note },
    };
  }),
  'POST /staff/credentials/{service}/removal': settings(async ({ sales }) => {
    await stopPending(sales.db);
    return { params: { service: 'sign_in' }, body: { basedOn: null, reason: note } };
  }),
  'POST /staff/credentials/{service}/checks': settings(async () => ({
    params: { service: 'mail' },
    body: { provider: 'smtp', values: { host: '127.0.0.1', port: '9', MAIL_FROM: 'a@b.example' } },
  })),
  'POST /staff/try-outs': settings(async () => ({ body: { kind: 'mail' } })),
  'POST /staff/connection-checks': settings(async () => ({ body: { kind: 'database' } })),
  'POST /staff/orders/{hash}/delivery-files/{fileId}/openings': staffCall(
    'inspect_conversation',
    async (things, viewer, part) => {
      const { fileId, sale } = await things.proven(sides(viewer, part));
      return { thing: { involved: involved(sale) }, params: { hash: sale.hash, fileId } };
    },
  ),
  'POST /staff/orders/{hash}/delivery-data/openings': staffCall(
    'inspect_conversation',
    async (things, viewer, part) => {
      const sale = await things.addressed(sides(viewer, part));
      return { thing: { involved: involved(sale) }, params: { hash: sale.hash } };
    },
  ),
  'POST /staff/listings/{id}/moderation': [
    moderation('pause', 'normal'),
    moderation('suspend', 'risky'),
    moderation('remove', 'normal'),
    moderation('republish', 'normal'),
    moderation('republish', 'risky'),
  ],
  'PUT /staff/listings/{id}/category': [move('normal'), move('risky')],
  'POST /staff/table-exports': staffCall(
    'export_table',
    async () => ({ thing: undefined, body: { table: 'pedidos', query: {} } }),
    alone,
  ),
  'POST /staff/table-exports/{id}/openings': staffCall(
    'export_table',
    async (things, viewer) => ({ thing: undefined, params: { id: await things.tableExport(viewer) } }),
    alone,
  ),
};
