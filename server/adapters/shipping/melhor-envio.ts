import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Cents } from '#domain/money.ts';
import type { Parcel } from '#domain/shipping/packages.ts';
import { refusal } from '#server/adapters/payments/failures.ts';
import { centsOf, eventsOf, readQuotes, trackingCodeOf } from './melhor-envio-answers.ts';
import type { CalculatedService, MelhorEnvioOrder, TrackedOrder } from './melhor-envio-answers.ts';
import { createMelhorEnvioCaller, downloadPdf } from './melhor-envio-http.ts';
import type { MelhorEnvioCaller, MelhorEnvioSettings } from './melhor-envio-http.ts';
import { mergePdfs } from './merge-pdfs.ts';
import { quoteTimeoutMs } from './shipping-provider.ts';
import type { LabelRequest, PostalAddress, ShippingProvider } from './shipping-provider.ts';

/** Pages of labels to search for a reference, newest first. */
const searchedPages = 3;
/** Melhor Envio asks to cancel with this reason always. */
const cancelReason = '2';

/**
 * Labels by Melhor Envio (https://docs.melhorenvio.com.br): quote, cart, checkout from the account's balance,
 * generation, PDF, milestones and cancellation. It has no idempotency, so each label carries our reference as a tag and
 * is looked up before it is paid.
 */
export function createMelhorEnvio(settings: MelhorEnvioSettings): ShippingProvider {
  const call = createMelhorEnvioCaller(settings);
  return {
    name: 'melhor_envio',

    async quote({ fromPostalCode, toPostalCode, parcel, insuredCents }) {
      const services = await call<CalculatedService[]>({
        method: 'POST',
        path: 'shipment/calculate',
        body: {
          from: { postal_code: fromPostalCode },
          to: { postal_code: toPostalCode },
          volumes: [volumeOf(parcel)],
          options: { insurance_value: reais(insuredCents), receipt: false, own_hand: false },
        },
        timeoutMs: quoteTimeoutMs,
      });
      if (!Array.isArray(services)) throw new Error('Melhor Envio: no list of services');
      return readQuotes(services);
    },

    async buyLabel(request) {
      const found = (await findByReference(call, request.reference)) ?? (await addToCart(call, request));
      if (found.paid_at === null) await payFor(call, found.id);
      await generate(call, found.id);
      const order = await orderOf(call, found.id);
      return { labelId: order.id, chargedCents: priceOf(order), trackingCode: trackingCodeOf(order) };
    },

    async labelPdf(labelIds) {
      const labels: Uint8Array[] = [];
      for (const id of labelIds) labels.push(await labelFile(call, id, settings.baseUrl));
      return mergePdfs(labels);
    },

    async track(labelId) {
      const order = await orderOf(call, labelId);
      const all = await call<Record<string, TrackedOrder>>({
        method: 'POST',
        path: 'shipment/tracking',
        body: { orders: [labelId] },
      });
      const tracked = all?.[labelId];
      if (!tracked) throw new Error('Melhor Envio: no tracking of a label');
      return {
        trackingCode: trackingCodeOf(tracked) ?? trackingCodeOf(order),
        events: eventsOf(tracked, order.updated_at),
        chargedCents: priceOf(order),
      };
    },

    cancel: (labelId) => cancelLabel(call, labelId),
    readWebhook: (headers, rawBody) => readWebhook(settings.webhookSecret, headers, rawBody),
  };
}

/** The label of a reference: in the cart while it is unpaid, among the labels afterwards. */
async function findByReference(
  call: MelhorEnvioCaller,
  reference: string,
): Promise<MelhorEnvioOrder | undefined> {
  const paths = [
    ...Array.from({ length: searchedPages }, (_, page) => `cart?page=${page + 1}`),
    `orders/search?q=${encodeURIComponent(reference)}`,
    ...Array.from({ length: searchedPages }, (_, page) => `orders?page=${page + 1}`),
  ];
  const ended = new Set<string>();
  for (const path of paths) {
    const list = path.split('?', 1)[0]!;
    if (ended.has(list)) continue;
    const answer = await call<MelhorEnvioOrder[] | { data?: MelhorEnvioOrder[] }>({ method: 'GET', path });
    const orders = (Array.isArray(answer) ? answer : answer?.data) ?? [];
    const found = orders.find(
      ({ tags, status }) => tags?.some(({ tag }) => tag === reference) && status !== 'canceled',
    );
    if (found) return found;
    if (orders.length === 0) ended.add(list);
  }
  return undefined;
}

async function addToCart(call: MelhorEnvioCaller, request: LabelRequest): Promise<MelhorEnvioOrder> {
  const { reference, service, from, to, parcel, insuredCents, contents, invoiceKey } = request;
  const order = await call<MelhorEnvioOrder>({
    method: 'POST',
    path: 'cart',
    body: {
      service: Number(service),
      from: partyOf(from),
      to: partyOf(to),
      products: contents.map(({ name, quantity, unitCents }) => ({
        name,
        quantity,
        unitary_value: reais(unitCents),
      })),
      volumes: [volumeOf(parcel)],
      options: {
        insurance_value: reais(insuredCents),
        receipt: false,
        own_hand: false,
        reverse: false,
        non_commercial: invoiceKey === null,
        ...(invoiceKey !== null && { invoice: { key: invoiceKey } }),
        platform: 'Praca',
        tags: [{ tag: reference, url: null }],
      },
    },
  });
  if (!order?.id) throw new Error('Melhor Envio: the cart returned no item');
  return { ...order, paid_at: order.paid_at ?? null };
}

/** Pays an item of the cart. Where the answer is lost or a refusal, the label itself says whether it is paid. */
async function payFor(call: MelhorEnvioCaller, id: string): Promise<void> {
  try {
    await call({ method: 'POST', path: 'shipment/checkout', body: { orders: [id] } });
  } catch (error) {
    const order = await call<MelhorEnvioOrder>({ method: 'GET', path: `orders/${id}` }).catch(() => null);
    if (!order?.paid_at) throw error;
  }
}

/** Has the label made. It answers `status: false` for one that is made already, which is as good. */
async function generate(call: MelhorEnvioCaller, id: string): Promise<void> {
  await call({ method: 'POST', path: 'shipment/generate', body: { orders: [id] } });
}

async function orderOf(call: MelhorEnvioCaller, id: string): Promise<MelhorEnvioOrder> {
  const order = await call<MelhorEnvioOrder>({ method: 'GET', path: `orders/${encodeURIComponent(id)}` });
  if (!order?.id) throw refusal('Melhor Envio', 404, 'unknown label');
  return order;
}

async function labelFile(call: MelhorEnvioCaller, id: string, baseUrl: string): Promise<Uint8Array> {
  const path = `imprimir/pdf/${encodeURIComponent(id)}`;
  const answer = await call<string | readonly string[]>({ method: 'GET', path });
  const address = typeof answer === 'string' ? answer : answer?.[0];
  if (!address || !URL.canParse(address)) throw refusal('Melhor Envio', 404, 'no label yet');
  return downloadPdf(address, baseUrl);
}

async function cancelLabel(call: MelhorEnvioCaller, id: string): Promise<void> {
  const order = await call<MelhorEnvioOrder>({ method: 'GET', path: `orders/${encodeURIComponent(id)}` });
  if (order?.status === 'canceled') return;
  if (!order?.paid_at) {
    await call({ method: 'DELETE', path: `cart/${encodeURIComponent(id)}` });
    return;
  }
  const answer = await call<Record<string, { canceled?: boolean }>>({
    method: 'POST',
    path: 'shipment/cancel',
    body: { order: { id, reason_id: cancelReason, description: 'Venda cancelada' } },
  });
  if (answer?.[id]?.canceled !== true) throw refusal('Melhor Envio', 422, 'not cancellable');
}

/** HMAC-SHA256 of the body with the application's secret; written in hexadecimal or base64. */
function readWebhook(
  secret: string | null,
  headers: Record<string, unknown>,
  rawBody: Buffer,
): { labelIds: string[] } | null {
  const signature = headers['x-me-signature'];
  if (secret === null || typeof signature !== 'string') return null;
  const wanted = createHmac('sha256', secret).update(rawBody).digest();
  const given = Buffer.from(signature, /^[0-9a-f]{64}$/i.test(signature) ? 'hex' : 'base64');
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return null;
  try {
    const { data } = JSON.parse(rawBody.toString('utf8')) as { data?: { id?: unknown } | null };
    return { labelIds: typeof data?.id === 'string' && data.id.length <= 100 ? [data.id] : [] };
  } catch {
    return null;
  }
}

function partyOf(address: PostalAddress) {
  const { recipient, phone, postalCode, street, number, complement, district, city, state, document } =
    address;
  const isCompany = document !== null && document.length === 14;
  return {
    name: recipient,
    phone: phone.replace(/^\+55/, ''),
    ...(document !== null && (isCompany ? { company_document: document } : { document })),
    address: street,
    number: number ?? 'S/N',
    complement,
    district,
    city,
    state_abbr: state,
    country_id: 'BR',
    postal_code: postalCode,
  };
}

/** Centimetres and kilograms. */
function volumeOf({ weightGrams, lengthCm, widthCm, heightCm }: Parcel) {
  return { height: heightCm, width: widthCm, length: lengthCm, weight: weightGrams / 1_000 };
}

const reais = (cents: Cents) => Number((cents / 100).toFixed(2));

function priceOf({ price }: MelhorEnvioOrder): Cents {
  const cents = centsOf(price);
  if (cents === null) throw new Error('Melhor Envio: a label has no price');
  return cents;
}
