import { timingSafeEqual } from 'node:crypto';
import { saoPauloDay } from '#domain/business-days.ts';
import {
  contested,
  isSentBack,
  name,
  payoutMovement,
  receiptMovements,
  refundStatus,
  statusOf,
  transferStatus,
} from './asaas-answers.ts';
import type { Payment, PixTransaction, Transfer } from './asaas-answers.ts';
import { isRefusal, refusal } from './failures.ts';
import type {
  ChargeKey,
  ChargeOrder,
  PaymentProvider,
  PayoutQuestion,
  ProviderEvent,
} from './payment-provider.ts';
import { callProvider, toCents, toReais } from './provider-http.ts';
import type { ProviderHttp } from './provider-http.ts';

export interface AsaasSettings {
  apiKey: string;
  /** The static token of its webhooks, 32 characters or more. */
  webhookToken: string;
  baseUrl: string;
}

interface Page<T> {
  data: T[];
  hasMore: boolean;
}

const timeoutMs = 8_000;
/** Time limit for the search before a charge is created: search and creation must fit into one provider lease. */
const findMs = 20_000;
const pageSize = 100;

/**
 * Asaas' API v3 over fetch. It has no idempotency keys, so everything is searched by reference before it is created,
 * under a lease that excludes other processes (`server/payments/provider-lease.ts`). Cards are typed on Asaas' page.
 */
export function createAsaas({ apiKey, webhookToken, baseUrl }: AsaasSettings): PaymentProvider {
  const http: ProviderHttp = {
    provider: name,
    baseUrl,
    headers: { access_token: apiKey, 'user-agent': 'praca' },
    timeoutMs,
    errorCode,
  };
  const get = <T>(path: string) => callProvider<T>(http, { method: 'GET', path, repeatable: true });
  const post = <T>(path: string, body: unknown) =>
    callProvider<T>(http, { method: 'POST', path, body, repeatable: false });
  const paymentsOf = async (reference: string) =>
    (await get<Page<Payment>>(`/payments?externalReference=${encodeURIComponent(reference)}`))?.data ?? [];

  async function customerOf({ payer }: ChargeOrder): Promise<string> {
    if (!payer?.document) throw refusal(name, 400, 'no document', 'document');
    const known = await get<Page<{ id: string }>>(`/customers?cpfCnpj=${payer.document}`);
    if (known?.data[0]) return known.data[0].id;
    // Without this flag Asaas sends its own notifications to buyers.
    const customer = { name: payer.name, email: payer.email, cpfCnpj: payer.document };
    const made = await post<{ id: string }>('/customers', { ...customer, notificationDisabled: true });
    return made!.id;
  }

  async function create(charge: ChargeOrder, billingType: string): Promise<Payment> {
    const from = performance.now();
    const found = (await paymentsOf(charge.reference)).find(({ deleted }) => !deleted);
    if (found) return found;
    const customer = await customerOf(charge);
    if (performance.now() - from > findMs) throw new Error(`${name}: no answer soon enough to make a charge`);
    const made = await post<Payment>('/payments', {
      customer,
      billingType,
      value: toReais(charge.amountCents),
      dueDate: saoPauloDay(charge.expiresAt),
      description: charge.description,
      externalReference: charge.reference,
    });
    return made!;
  }

  async function find({ reference, providerId }: ChargeKey): Promise<Payment[]> {
    if (reference) return paymentsOf(reference);
    const payment = await get<Payment>(`/payments/${encodeURIComponent(providerId ?? '')}`);
    if (!payment) return [];
    return payment.externalReference ? paymentsOf(payment.externalReference) : [payment];
  }

  const transferOf = async (reference: string) =>
    (await get<Page<Transfer>>(`/transfers?externalReference=${encodeURIComponent(reference)}`))?.data[0];

  async function pixOf({ endToEndIdentifier: id }: Transfer): Promise<PixTransaction[]> {
    if (!id) return [];
    const path = `/pix/transactions?endToEndIdentifier=${encodeURIComponent(id)}`;
    return (await get<Page<PixTransaction>>(path))?.data ?? [];
  }

  async function pages<T>(path: string): Promise<T[]> {
    const all: T[] = [];
    for (let offset = 0; ; offset += pageSize) {
      const page = await get<Page<T>>(`${path}&limit=${pageSize}&offset=${offset}`);
      all.push(...(page?.data ?? []));
      if (!page?.hasMore) return all;
    }
  }

  return {
    name,
    methods: ['pix', 'card', 'boleto'],
    cardFields: null,
    paysOut: true,
    listedKinds: ['receipt', 'payout'],
    asksOfPayer: () => 'document',

    async createPixCharge(charge) {
      const { id } = await create(charge, 'PIX');
      const qr = await get<{ payload: string }>(`/payments/${id}/pixQrCode`);
      if (!qr) throw new Error('asaas: no Pix code yet');
      return { providerId: id, pixCode: qr.payload, receiverName: charge.receiverName };
    },

    async createBoleto(charge) {
      const { id, bankSlipUrl, invoiceUrl } = await create(charge, 'BOLETO');
      const numbers = await get<{ identificationField: string; barCode: string }>(
        `/payments/${id}/identificationField`,
      );
      if (!numbers) throw new Error('asaas: no boleto line yet');
      return {
        providerId: id,
        line: numbers.identificationField.replaceAll(/\D/g, ''),
        barcode: numbers.barCode,
        url: bankSlipUrl ?? invoiceUrl,
      };
    },

    async createCardCharge(charge) {
      const payment = await create(charge, 'CREDIT_CARD');
      return { providerId: payment.id, state: 'pending', payUrl: payment.invoiceUrl };
    },

    async findCharge(key) {
      const payments = await find(key);
      return payments.length > 0 ? statusOf(payments) : null;
    },

    async cancelCharge(key) {
      for (const { id, status, deleted } of await find(key)) {
        if (deleted || (status !== 'PENDING' && status !== 'OVERDUE')) continue;
        await callProvider(http, { method: 'DELETE', path: `/payments/${id}`, repeatable: true });
      }
    },

    async refund({ reference, chargeId, amountCents }) {
      const path = `/payments/${encodeURIComponent(chargeId)}`;
      const ours = (payment: Payment | null) =>
        payment?.refunds?.findLast(({ description }) => description === reference);
      try {
        const asked = ours(await get<Payment>(path));
        const body = { value: toReais(amountCents), description: reference };
        const refund = asked ?? ours(await post<Payment>(`${path}/refund`, body));
        if (!refund) return { providerId: '', state: 'failed', reason: 'Pagamento desconhecido no provedor' };
        return refundStatus(reference, refund.status);
      } catch (error) {
        if (!isRefusal(error)) throw error;
        return { providerId: '', state: 'failed', reason: `Recusado pelo Asaas (${error.status})` };
      }
    },

    async listContested() {
      const found: ChargeKey[] = [];
      for (const status of contested)
        for (const { id, externalReference: reference } of await pages<Payment>(`/payments?status=${status}`))
          found.push({ ...(reference && { reference }), providerId: id });
      return found;
    },

    async listMovements(from, to) {
      const days = (field: string) => `${field}[ge]=${saoPauloDay(from)}&${field}[le]=${saoPauloDay(to)}`;
      const payments = await pages<Payment>(`/payments?${days('paymentDate')}`);
      const transfers = await pages<Transfer>(`/transfers?${days('dateCreated')}`);
      return [
        ...payments.flatMap(receiptMovements),
        ...transfers.filter(({ status }) => status === 'DONE').map(payoutMovement),
      ].filter(({ at }) => at >= from && at < to);
    },

    async pay({ reference, amountCents, pixKey }) {
      try {
        const asked = await transferOf(reference);
        const made =
          asked ??
          (await post<Transfer>('/transfers', {
            value: toReais(amountCents),
            operationType: 'PIX',
            pixAddressKey: pixKey,
            pixAddressKeyType: pixKey.length === 11 ? 'CPF' : 'CNPJ',
            externalReference: reference,
          }));
        return transferStatus(made!);
      } catch (error) {
        if (!isRefusal(error)) throw error;
        return { providerId: '', state: 'failed', reason: `Recusado pelo Asaas (${error.status})` };
      }
    },

    async findPayout(reference) {
      const transfer = await transferOf(reference);
      if (!transfer) return null;
      if (transfer.status !== 'DONE' || !isSentBack(transfer, await pixOf(transfer)))
        return transferStatus(transfer);
      return { providerId: transfer.id, state: 'failed', reason: 'O banco de destino devolveu o Pix' };
    },
    keyBelongsTo: async () => null,
    verifyWebhook: (rawBody, headers) => (hasToken(webhookToken, headers) ? readEvent(rawBody) : null),
    readPayoutQuestion: (rawBody, headers) =>
      hasToken(webhookToken, headers) ? readQuestion(rawBody) : null,
  };
}

/** A static token in a header, compared in constant time; the body is not signed. */
function hasToken(token: string, headers: Record<string, unknown>): boolean {
  const given = Buffer.from(String(headers['asaas-access-token'] ?? ''));
  const wanted = Buffer.from(token);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

function readEvent(rawBody: Buffer): ProviderEvent | null {
  try {
    const { id, payment, transfer } = JSON.parse(rawBody.toString('utf8')) as {
      id?: unknown;
      payment?: { id: string; externalReference: string | null };
      transfer?: { id: string; externalReference: string | null };
    };
    if (typeof id !== 'string' || id.length > 100) return null;
    const about = payment ?? transfer;
    if (!about) return { eventId: id, kind: 'other' };
    const reference = about.externalReference ?? undefined;
    return { eventId: id, kind: payment ? 'charge' : 'payout', reference, providerId: about.id };
  } catch {
    return null;
  }
}

/** Reads `{type: 'TRANSFER', transfer: {…}}`, which has no id of its own; unknown content gives empty fields. */
function readQuestion(rawBody: Buffer): PayoutQuestion {
  let transfer: Partial<Transfer> | null = null;
  try {
    const asked = JSON.parse(rawBody.toString('utf8')) as { transfer?: Partial<Transfer> } | null;
    transfer = asked?.transfer ?? null;
  } catch {
    // The empty question below is refused as unknown.
  }
  const { id, externalReference, value, bankAccount } = transfer ?? {};
  return {
    transferId: text(id) ?? '',
    reference: text(externalReference),
    amountCents: typeof value === 'number' && Number.isFinite(value) ? toCents(value) : null,
    pixKey: text(bankAccount?.pixAddressKey),
  };
}

const text = (value: unknown) => (typeof value === 'string' ? value.slice(0, 100) : null);

/** Reads `{errors: [{code, description}]}`; the description is not used, because it may repeat personal data. */
function errorCode(body: unknown): string {
  const { errors } = (body ?? {}) as { errors?: { code?: string }[] };
  return String(errors?.[0]?.code ?? 'unknown').slice(0, 60);
}
