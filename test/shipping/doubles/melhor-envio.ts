import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { postalCheckDigit } from '#domain/shipping/tracking-codes.ts';
import { pdfOf, streamOf } from '#test/files/pdfs.ts';
import { startDouble } from '#test/payments/doubles/double-server.ts';
import type { DoubleReply, DoubleRequest } from '#test/payments/doubles/double-server.ts';

interface Order {
  id: string;
  protocol: string;
  service_id: number;
  price: number;
  status: string;
  tracking: string | null;
  tags: { tag: string; url: string | null }[];
  paid_at: string | null;
  generated_at: string | null;
  posted_at: string | null;
  delivered_at: string | null;
  canceled_at: string | null;
  created_at: string;
  updated_at: string;
}

const services = [
  { id: 1, name: 'PAC', company: 'Correios', rate: 1, days: 7 },
  { id: 2, name: 'SEDEX', company: 'Correios', rate: 1.6, days: 3 },
  { id: 3, name: '.Package', company: 'Jadlog', rate: 0.9, days: 9 },
];
const maxKilograms = 30;
const requiredOfParty = ['name', 'phone', 'address', 'district', 'city', 'state_abbr', 'postal_code'];
const perPage = 10;

/**
 * A double of Melhor Envio's API v2, as its documentation and its users tell: an e-mail in the `User-Agent`, a cart that
 * is paid from the balance, prices as texts in quotes, no idempotency, a search that does not know tags, labels that are
 * read apart from the cart, milestones instead of events, and webhooks signed with the application's secret.
 */
export async function startMelhorEnvio() {
  const token = randomBytes(24).toString('hex');
  const webhookSecret = randomBytes(24).toString('hex');
  const orders = new Map<string, Order>();
  let serial = 0;
  let balanceCents = 1_000_000;

  const double = await startDouble((asked) => {
    if (asked.path.startsWith('/files/')) return { status: 200, body: fileOf(asked.path) };
    if (asked.headers.authorization !== `Bearer ${token}`)
      return { status: 401, body: { message: 'Unauthenticated.' } };
    if (!/\(\S+@\S+\)/.test(asked.headers['user-agent'] ?? ''))
      return { status: 403, body: { message: 'User-Agent' } };
    return act(asked);
  });

  function act({ method, path, query, body }: DoubleRequest): DoubleReply {
    const [noun, verb, id] = path.replace('/api/v2/me/', '').split('/') as [string, string?, string?];
    if (noun === 'cart') return cart(method, { body, id: verb, query });
    if (noun === 'orders') return labels(verb, query);
    if (noun === 'imprimir') return print(id!);
    if (noun !== 'shipment') return notFound;
    if (verb === 'calculate') return calculate(body);
    if (verb === 'checkout') return checkout(body.orders);
    if (verb === 'generate') return generate(body.orders);
    if (verb === 'tracking') return tracking(body.orders);
    return verb === 'cancel' ? cancel(body.order) : notFound;
  }

  function cart(
    method: string,
    { body, id, query }: { body: DoubleRequest['body']; id: string | undefined; query: URLSearchParams },
  ): DoubleReply {
    if (method === 'POST') return addToCart(body);
    if (method === 'GET')
      return page(
        [...orders.values()].filter(({ paid_at: paid }) => !paid),
        query,
      );
    const order = orders.get(id ?? '');
    if (!order || order.paid_at) return notFound;
    orders.delete(order.id);
    return { status: 204, body: null };
  }

  function addToCart(body: DoubleRequest['body']): DoubleReply {
    const missing = (['from', 'to'] as const).flatMap((side) =>
      requiredOfParty.filter((field) => !body[side]?.[field]).map((field) => `${side}.${field}`),
    );
    for (const side of ['from', 'to'] as const)
      if (!body[side]?.document && !body[side]?.company_document) missing.push(`${side}.document`);
    if (!services.some(({ id }) => id === body.service)) missing.push('service');
    if (!(body.volumes?.[0]?.weight > 0)) missing.push('volumes');
    if (!body.options.non_commercial && !/^\d{44}$/.test(body.options.invoice?.key ?? ''))
      missing.push('options.invoice.key');
    if (body.options.non_commercial && !(body.products?.[0]?.unitary_value > 0)) missing.push('products');
    if (missing.length > 0) return invalid(Object.fromEntries(missing.map((field) => [field, ['inválido']])));
    const order: Order = {
      id: randomUUID(),
      protocol: `ORD-${++serial}`,
      service_id: body.service,
      price: priceOf(body.service, body.volumes[0].weight),
      status: 'pending',
      tracking: null,
      tags: body.options.tags ?? [],
      paid_at: null,
      generated_at: null,
      posted_at: null,
      delivered_at: null,
      canceled_at: null,
      created_at: now(),
      updated_at: now(),
    };
    orders.set(order.id, order);
    return { status: 201, body: order };
  }

  function checkout(ids: string[]): DoubleReply {
    const bought = ids.map((id) => orders.get(id));
    if (bought.some((order) => !order || order.paid_at))
      return { status: 422, body: { error: 'Um dos envios não está no carrinho.' } };
    const total = bought.reduce((sum, order) => sum + order!.price * 100, 0);
    if (total > balanceCents) return { status: 422, body: { error: 'Saldo insuficiente na carteira.' } };
    balanceCents -= total;
    for (const order of bought) Object.assign(order!, { paid_at: now(), status: 'released' });
    return {
      status: 200,
      body: { purchase: { id: randomUUID(), total: total / 100, status: 'paid', orders: bought } },
    };
  }

  function generate(ids: string[]): DoubleReply {
    const results = ids.map((id) => {
      const order = orders.get(id);
      if (!order?.paid_at) return [id, { status: false, message: 'O envio não está pago' }];
      if (order.generated_at) return [id, { status: false, message: 'O envio já está gerado' }];
      const digits = String(serial).padStart(8, '0');
      Object.assign(order, { generated_at: now(), tracking: `QK${digits}${postalCheckDigit(digits)}BR` });
      return [id, { status: true, message: 'Envio gerado com sucesso' }];
    });
    return { status: 200, body: Object.fromEntries(results) };
  }

  function labels(id: string | undefined, query: URLSearchParams): DoubleReply {
    const paid = [...orders.values()].filter((order) => order.paid_at);
    const sought = query.get('q');
    if (id === 'search')
      return {
        status: 200,
        body: paid.filter((order) => [order.id, order.protocol, order.tracking].includes(sought)),
      };
    if (id === undefined) return page(paid.toReversed(), query);
    const found = paid.find((order) => order.id === id);
    return found ? { status: 200, body: found } : notFound;
  }

  function print(id: string): DoubleReply {
    if (!orders.get(id)?.generated_at) return invalid({ orders: ['A etiqueta ainda não foi gerada.'] });
    return { status: 200, body: [`${double.baseUrl}/files/${id}-1.pdf`] };
  }

  function tracking(ids: string[]): DoubleReply {
    const known = ids.flatMap((id) => orders.get(id) ?? []);
    return { status: 200, body: Object.fromEntries(known.map((order) => [order.id, order])) };
  }

  function cancel({ id, reason_id: reason }: DoubleRequest['body']): DoubleReply {
    const order = orders.get(id);
    if (!order?.paid_at || reason !== '2') return notFound;
    if (order.posted_at || order.canceled_at)
      return { status: 422, body: { [id]: { canceled: false }, error: 'Não pode ser cancelado.' } };
    balanceCents += order.price * 100;
    Object.assign(order, { canceled_at: now(), status: 'canceled' });
    return { status: 200, body: { [id]: { canceled: true } } };
  }

  const changed = (id: string, changes: Partial<Order>) =>
    void Object.assign(orders.get(id)!, { updated_at: now(), ...changes });
  return {
    ...double,
    settings: { token, webhookSecret, contact: 'ti@praca.example' },
    /** What is left of the account's money. */
    balanceCents: () => Math.round(balanceCents),
    spend: (cents: number) => void (balanceCents -= cents),
    post: (id: string) => changed(id, { posted_at: now(), status: 'posted' }),
    deliver: (id: string) => changed(id, { delivered_at: now(), status: 'delivered' }),
    miss: (id: string) => changed(id, { status: 'undelivered' }),
    reprice: (id: string, price: number) => changed(id, { price }),
    priceOf: (id: string) => orders.get(id)!.price,
    /** A webhook about a label. */
    notice(id: string, encoding: 'hex' | 'base64' = 'base64') {
      const rawBody = Buffer.from(JSON.stringify({ event: 'order.posted', data: orders.get(id) ?? { id } }));
      const signature = createHmac('sha256', webhookSecret).update(rawBody).digest(encoding);
      return { rawBody, headers: { 'x-me-signature': signature } };
    },
  };
}

const notFound: DoubleReply = { status: 404, body: { message: 'Not Found' } };

function invalid(errors: Record<string, string[]>): DoubleReply {
  return { status: 422, body: { message: 'The given data was invalid.', errors } };
}

function calculate(body: DoubleRequest['body']): DoubleReply {
  if (!/^\d{8}$/.test(body.from?.postal_code) || !/^\d{8}$/.test(body.to?.postal_code))
    return invalid({ 'to.postal_code': ['O campo to.postal code é inválido.'] });
  const [{ weight }] = body.volumes;
  const quoted = services.map(({ id, name, company, days, rate }) =>
    weight > maxKilograms
      ? { id, name, error: 'Peso do volume acima do limite.', company: { id, name: company } }
      : {
          id,
          name,
          price: (priceOf(id, weight) + 5).toFixed(2),
          custom_price: priceOf(id, weight).toFixed(2),
          discount: '5.00',
          currency: 'R$',
          delivery_time: days + 1,
          custom_delivery_time: days,
          delivery_range: { min: days - 1, max: days + 1 },
          packages: [],
          company: { id, name: company, picture: `https://example.com/${rate}.png` },
        },
  );
  const elsewhere = { id: 31, name: 'Express', error: 'Transportadora não atende este trecho.' };
  return { status: 200, body: [...quoted, elsewhere] };
}

function page(all: readonly Order[], query: URLSearchParams): DoubleReply {
  const number = Number(query.get('page') ?? 1);
  const data = all.slice((number - 1) * perPage, number * perPage);
  return { status: 200, body: { current_page: number, data, total: all.length } };
}

function priceOf(service: number, kilograms: number): number {
  const { rate } = services.find(({ id }) => id === service)!;
  return Number(((18.4 + 3.17 * kilograms) * rate).toFixed(2));
}

function fileOf(path: string): Uint8Array {
  return pdfOf([
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1/MediaBox[0 0 283 425]>>',
    '<</Type/Page/Parent 2 0 R/Contents 4 0 R/Resources<<>>>>',
    streamOf(`% ${path}`),
  ]);
}

/** The time of now as Melhor Envio writes it: UTC without a zone. */
function now(): string {
  return new Date().toISOString().slice(0, 19).replace('T', ' ');
}
