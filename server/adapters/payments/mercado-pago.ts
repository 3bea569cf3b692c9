import { isRefusal, refusal } from './failures.ts';
import { movementsOf, name, refundStatus, statusOf } from './mercado-pago-answers.ts';
import type { Payment, Refund } from './mercado-pago-answers.ts';
import { mercadoPagoCardFields } from './mercado-pago-card-fields.ts';
import { verifyMercadoPago } from './mercado-pago-signature.ts';
import type { CardOrder, ChargeKey, ChargeOrder, Payer, PaymentProvider } from './payment-provider.ts';
import { callProvider, toReais } from './provider-http.ts';
import type { ProviderHttp } from './provider-http.ts';

export interface MercadoPagoSettings {
  accessToken: string;
  /** Public key of browsers: creates card tokens but cannot charge. */
  publicKey: string;
  webhookSecret: string;
  baseUrl: string;
  /** URL of the browser library. */
  sdkUrl: string;
}

const timeoutMs = 8_000;
const pageSize = 100;
/** Card disputes take months; a payment without changes for this long is settled. */
const contestedMs = 180 * 86_400_000;
const open = new Set(['pending', 'in_process', 'authorized']);
/** Mercado Pago requires a Pix to be payable for half an hour; one minute more covers the request. */
const shortestPixMs = 31 * 60_000;

/**
 * Mercado Pago's Payments API (`/v1/payments`) over fetch. Its own client library is not used, because it sends the
 * idempotency key of one payment with the next. It makes no payouts.
 * @param config the public URL for webhooks, read late because the port is known late
 */
export function createMercadoPago(
  settings: MercadoPagoSettings,
  config: { readonly publicUrl: string },
): PaymentProvider {
  const http: ProviderHttp = {
    provider: name,
    baseUrl: settings.baseUrl,
    headers: { authorization: `Bearer ${settings.accessToken}` },
    timeoutMs,
    errorCode,
  };
  const get = <T>(path: string) => callProvider<T>(http, { method: 'GET', path, repeatable: true });
  const write = <T>(method: 'POST' | 'PUT', path: string, key: string, body: unknown) =>
    callProvider<T>(http, { method, path, body, headers: { 'X-Idempotency-Key': key }, repeatable: true });

  async function create(charge: ChargeOrder, more: Record<string, unknown>): Promise<Payment> {
    const body = { ...paymentBody(charge, config.publicUrl), ...more };
    try {
      const made = await write<Payment>('POST', '/v1/payments', charge.reference, body);
      if (made) return made;
    } catch (error) {
      // The key was used with other content, such as a corrected name: the first charge stands.
      if (!isRefusal(error) || error.status !== 409) throw error;
      const found = await find({ reference: charge.reference });
      if (found) return found;
    }
    throw refusal(name, 404, 'no payment');
  }

  async function find({ reference, providerId }: ChargeKey): Promise<Payment | null> {
    if (providerId) return get<Payment>(`/v1/payments/${encodeURIComponent(providerId)}`);
    const path = `/v1/payments/search?sort=date_created&criteria=desc&external_reference=${encodeURIComponent(reference ?? '')}`;
    const page = await get<{ results: Payment[] }>(path);
    return page?.results[0] ?? null;
  }

  /** Reads every page of a search. */
  async function search(by: string): Promise<Payment[]> {
    const found: Payment[] = [];
    for (let offset = 0; ; offset += pageSize) {
      const path = `/v1/payments/search?sort=date_created&criteria=asc&${by}&limit=${pageSize}&offset=${offset}`;
      const page = await get<{ results: Payment[]; paging: { total: number } }>(path);
      found.push(...(page?.results ?? []));
      if (!page || offset + pageSize >= page.paging.total) return found;
    }
  }

  return {
    name,
    methods: ['pix', 'card', 'boleto'],
    cardFields: mercadoPagoCardFields(settings),
    paysOut: false,
    listedKinds: ['receipt', 'refund'],
    asksOfPayer: (method) => (method === 'boleto' ? 'document' : 'name'),

    async createPixCharge(charge) {
      // The Pix is cancelled when its order expires; money that comes later is handled anyway (P07).
      const expiresAt = new Date(Math.max(charge.expiresAt.getTime(), Date.now() + shortestPixMs));
      const payment = await create({ ...charge, expiresAt }, { payment_method_id: 'pix' });
      const data = payment.point_of_interaction?.transaction_data;
      if (!data?.qr_code) throw refusal(name, 200, payment.status_detail);
      return {
        providerId: String(payment.id),
        pixCode: data.qr_code,
        receiverName: data.bank_info?.collector?.account_holder_name ?? charge.receiverName,
      };
    },

    async createBoleto(charge) {
      const payment = await create(charge, { payment_method_id: 'bolbradesco' });
      const { digitable_line: line, barcode, external_resource_url: url } = payment.transaction_details ?? {};
      if (!line || !barcode?.content || !url) throw refusal(name, 200, payment.status_detail);
      return {
        providerId: String(payment.id),
        line: line.replaceAll(/\D/g, ''),
        barcode: barcode.content,
        url,
      };
    },

    async createCardCharge(charge) {
      const payment = await create(charge, cardBody(charge));
      const { state, declinedReason } = statusOf(payment);
      const providerId = String(payment.id);
      return state === 'paid' || state === 'in_review' || state === 'pending'
        ? { providerId, state }
        : { providerId, state: 'declined', declinedReason };
    },

    async findCharge(key) {
      const payment = await find(key);
      return payment && statusOf(payment);
    },

    async cancelCharge(key) {
      const payment = await find(key);
      if (!payment || !open.has(payment.status)) return;
      await write('PUT', `/v1/payments/${payment.id}`, `cancel-${payment.id}`, { status: 'cancelled' });
    },

    async refund({ reference, chargeId, amountCents }) {
      const path = `/v1/payments/${encodeURIComponent(chargeId)}/refunds`;
      try {
        const made = await write<Refund>('POST', path, reference, { amount: toReais(amountCents) });
        if (!made) return { providerId: '', state: 'failed', reason: 'Pagamento desconhecido no provedor' };
        // A repeated call returns the first answer, so the current state must be read.
        const now = made.status === 'in_process' ? await get<Refund>(`${path}/${made.id}`) : made;
        return refundStatus(now ?? made);
      } catch (error) {
        if (!isRefusal(error)) throw error;
        return { providerId: '', state: 'failed', reason: `Recusado pelo Mercado Pago (${error.status})` };
      }
    },

    async listContested() {
      const found: ChargeKey[] = [];
      const range = `range=date_last_updated&begin_date=${mpDate(new Date(Date.now() - contestedMs))}&end_date=${mpDate(new Date())}`;
      for (const status of ['charged_back', 'in_mediation'])
        found.push(...(await search(`status=${status}&${range}`)).map(keyOf));
      return found;
    },

    async listMovements(from, to) {
      // A later refund moves a payment out of the date range of its approval, so the search extends to now.
      const range = `range=date_last_updated&begin_date=${mpDate(from)}&end_date=${mpDate(new Date())}`;
      const movements = (await search(range)).flatMap(movementsOf);
      return movements.filter(({ at }) => at >= from && at < to);
    },

    async pay() {
      throw refusal(name, 501, 'no payouts');
    },
    findPayout: async () => null,
    keyBelongsTo: async () => null,
    readPayoutQuestion: () => null,
    verifyWebhook: (rawBody, headers, query) =>
      verifyMercadoPago(settings.webhookSecret, rawBody, headers, query),
  };
}

const keyOf = ({ id, external_reference: reference }: Payment): ChargeKey => ({
  ...(reference && { reference }),
  providerId: String(id),
});

function paymentBody(charge: ChargeOrder, publicUrl: string): Record<string, unknown> {
  const { reference, amountCents, description, expiresAt, payer } = charge;
  return {
    transaction_amount: toReais(amountCents),
    description,
    external_reference: reference,
    date_of_expiration: mpDate(expiresAt, 'raw'),
    ...(payer && { payer: payerBody(payer) }),
    // Mercado Pago refuses webhook addresses that it cannot reach.
    ...(publicUrl.startsWith('https:') && {
      notification_url: `${publicUrl}/api/v1/webhooks/${name}?source_news=webhooks`,
    }),
  };
}

function payerBody({ name: fullName, email, document }: Payer) {
  const [first = '', ...rest] = fullName.split(' ');
  return {
    email,
    first_name: first,
    last_name: rest.join(' '),
    ...(document && {
      identification: { type: document.length === 11 ? 'CPF' : 'CNPJ', number: document },
    }),
  };
}

/** A card is charged at once or examined, never after the buyer has left, so it has no expiry. */
function cardBody({ token, brand, installments }: CardOrder) {
  return {
    token,
    payment_method_id: brand,
    installments,
    date_of_expiration: undefined,
  };
}

/** ISO 8601 with milliseconds and São Paulo's offset, as the API requires; escaped for use in a URL. */
function mpDate(at: Date, how: 'raw' | 'escaped' = 'escaped'): string {
  const local = new Date(at.getTime() - 3 * 3_600_000).toISOString().replace('Z', '-03:00');
  return how === 'raw' ? local : encodeURIComponent(local);
}

/** Reads `{message, error, status, cause: [{code, description}]}`; the description may repeat personal data. */
function errorCode(body: unknown): string {
  const { error, cause } = (body ?? {}) as { error?: string; cause?: { code?: number | string }[] };
  return String(cause?.[0]?.code ?? error ?? 'unknown').slice(0, 60);
}
