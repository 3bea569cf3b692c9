import type { AttemptedCall } from './call.ts';
import type { StaffFixtures } from './fixtures.ts';

let made = 0;
const macro = () => ({ title: `Saudação ${++made}`, text: 'Oi, {nome}.' });

/** Endpoints that all staff may use, with an existing object. */
export const openCalls: Record<
  string,
  (things: StaffFixtures) => Promise<Omit<AttemptedCall<'enter_dashboard'>, 'thing'>>
> = {
  'GET /staff/counting-contests': async () => ({}),
  'GET /staff/appeals': async () => ({}),
  'GET /staff/document-checks': async () => ({}),
  'GET /staff/incidents': async () => ({}),
  'GET /staff/categories': async () => ({}),
  'GET /staff/category-templates': async () => ({}),
  'GET /staff/categories/{id}': async ({ sales }) => ({ params: { id: await sales.category() } }),
  'GET /staff/held-messages': async () => ({}),
  'GET /staff/payment-reviews': async () => ({}),
  'GET /staff/analyses': async () => ({}),
  'GET /staff/blocks': async () => ({}),
  'GET /staff/fund-payments': async () => ({}),
  'GET /staff/payment-differences': async () => ({}),
  'GET /staff/questions': async () => ({}),
  'GET /staff/receipts': async () => ({}),
  'GET /staff/receipts/{id}': async (things) => ({ params: { id: (await things.withReceipt({})).id } }),
  'GET /staff/refunds': async () => ({}),
  'GET /staff/reports': async () => ({}),
  'GET /staff/reviews': async () => ({}),
  'GET /staff/reviews/first': async () => ({}),
  'GET /staff/reviews/{id}': async (things) => ({ params: { id: (await things.submitted({})).id } }),
  'GET /staff/settings': async () => ({}),
  'GET /staff/credentials': async () => ({}),
  'GET /staff/proposals': async () => ({}),
  'GET /staff/holds/{queue}': async () => ({ params: { queue: 'reviews' } }),
  'PUT /staff/holds/{queue}/{id}': async (things) => ({
    params: { queue: 'reviews', id: (await things.submitted({})).id },
    body: {},
  }),
  'DELETE /staff/holds/{queue}/{id}': async () => ({ params: { queue: 'reviews', id: 1 } }),
  'GET /staff/pages/{slug}/versions': async () => ({ params: { slug: 'termos' } }),
  'POST /staff/pages/{slug}/preview': async () => ({
    params: { slug: 'termos' },
    body: { markdown: '# Termos\n\n## Um\nTexto.' },
  }),
  'GET /staff/letters': async () => ({}),
  'POST /staff/letters/{name}/preview': async () => ({
    params: { name: 'nova-senha' },
    body: { subject: 'Nova senha', body: '' },
  }),
  'GET /staff/complaints': async () => ({}),
  'GET /staff/complaints/{id}': async (things) => ({
    params: { id: (await things.mediated({})).complaintId },
  }),
  'GET /staff/listings': async () => ({}),
  'GET /staff/price-curve': async () => ({}),
  'GET /staff/listings/{id}': async ({ sales }) => ({ params: { id: (await sales.publishedListing()).id } }),
  'GET /staff/orders': async () => ({}),
  'GET /staff/orders/{id}': async (things) => ({ params: { id: (await things.paid({})).id } }),
  'GET /staff/setup': async () => ({}),
  'GET /staff/overview': async () => ({}),
  'GET /staff/books': async () => ({}),
  'POST /staff/book-checks': async () => ({}),
  'GET /staff/payments': async () => ({}),
  'GET /staff/payments/{id}': async (things) => ({
    params: { id: await things.paymentOf(await things.paid({})) },
  }),
  'GET /staff/payment-health': async () => ({}),
  'GET /staff/stray-money': async () => ({}),
  'GET /staff/users': async () => ({}),
  'GET /staff/users/{id}': async ({ sales }) => ({ params: { id: (await sales.user()).id } }),
  'POST /staff/notes': async ({ sales }) => ({
    body: { subject: 'user', id: (await sales.user()).id, text: 'Ligar.' },
  }),
  'GET /staff/tickets': async () => ({}),
  'GET /staff/colleagues': async () => ({}),
  'GET /staff/macros': async () => ({}),
  'POST /staff/macros': async () => ({ body: macro() }),
  'PUT /staff/macros/{id}': async (things) => ({ params: { id: await things.macro() }, body: macro() }),
  'DELETE /staff/macros/{id}': async (things) => ({ params: { id: await things.macro() } }),
  'GET /staff/queues': async () => ({}),
  'GET /staff/search': async () => ({ params: { '?': 'q=ana' } }),
  'GET /staff/audit-log': async () => ({}),
  'GET /staff/table-settings/{table}': async () => ({ params: { table: 'pedidos' } }),
  'PUT /staff/table-settings/{table}': async () => ({
    params: { table: 'pedidos' },
    body: { hidden: [], density: 'roomy', views: [] },
  }),
  'GET /staff/table-exports': async () => ({}),
  'GET /staff/shipments': async () => ({}),
  'GET /staff/shipping-health': async () => ({}),
  'GET /staff/withdrawals': async () => ({}),
};
