import { randomUUID } from 'node:crypto';
import { generatePixPayload } from '@brazilian-utils/brazilian-utils';
import { writeBoleto } from '#domain/payments/boletos.ts';
import { saoPauloDay } from '#domain/business-days.ts';
import { signMercadoPago } from '#server/adapters/payments/mercado-pago-signature.ts';
import { startDouble } from './double-server.ts';
import type { DoubleReply, DoubleRequest } from './double-server.ts';

interface Refund {
  id: number;
  payment_id: number;
  amount: number;
  status: string;
  date_created: string;
}

interface Payment {
  id: number;
  status: string;
  status_detail: string;
  date_created: string;
  date_approved: string | null;
  date_last_updated: string;
  date_of_expiration?: string;
  external_reference: string;
  transaction_amount: number;
  transaction_amount_refunded: number;
  payment_method_id: string;
  refunds: Refund[];
  [more: string]: unknown;
}

/** Tokens begin with the names of Mercado Pago's test cardholders. */
const cardOutcomes: Record<string, [string, string]> = {
  APRO: ['approved', 'accredited'],
  FUND: ['rejected', 'cc_rejected_insufficient_amount'],
  SECU: ['rejected', 'cc_rejected_bad_filled_security_code'],
  CONT: ['in_process', 'pending_review_manual'],
};

type Contested = 'open' | 'kept' | 'lost';
const disputeDetails: Record<Contested, string> = {
  open: 'in_process',
  kept: 'reimbursed',
  lost: 'settled',
};

/** A Pix may be paid for half an hour at least and thirty days at most. */
const shortestPixMs = 30 * 60_000;
const longestPixMs = 30 * 86_400_000;

/** As the API writes instants: with São Paulo's offset. */
const now = () => new Date(Date.now() - 3 * 3_600_000).toISOString().replace('Z', '-03:00');

/**
 * A double of Mercado Pago's Payments API, as far as its documentation tells: bearer and idempotency key asked for, answers
 * replayed by key, statuses and details, refunds that accumulate, search, and signed notices.
 */
export async function startMercadoPago() {
  const accessToken = 'TEST-double';
  const webhookSecret = 'segredo-de-teste';
  const payments: Payment[] = [];
  const kept = new Map<string, { text: string; answered: DoubleReply }>();
  let lastId = 1_320_000_000;

  const double = await startDouble((asked) => {
    if (asked.headers.authorization !== `Bearer ${accessToken}`)
      return problem(401, 'unauthorized', 'invalid access token');
    if (asked.method === 'GET') return act(asked);
    const key = asked.headers['x-idempotency-key'];
    if (typeof key !== 'string' || key === '')
      return problem(400, 4292, "Header X-Idempotency-Key can't be null");
    const before = kept.get(key);
    if (before)
      return before.text === asked.text ? before.answered : problem(409, 'idempotency', 'key was used');
    const answered = act(asked);
    if (answered.status < 500) kept.set(key, { text: asked.text, answered: structuredClone(answered) });
    return answered;
  });

  function act({ method, path, query, body }: DoubleRequest): DoubleReply {
    if (path === '/v1/payments' && method === 'POST') return create(body);
    if (path === '/v1/payments/search') return search(query);
    const [, id, rest, refundId] = /^\/v1\/payments\/(\d+)(\/refunds)?(?:\/(\d+))?$/.exec(path) ?? [];
    const payment = payments.find((each) => String(each.id) === id);
    if (!payment) return problem(404, 2000, 'Payment not found');
    if (rest && method === 'POST') return refund(payment, body);
    if (refundId) {
      const found = payment.refunds.find((each) => String(each.id) === refundId);
      return found ? { status: 200, body: found } : problem(404, 2024, 'Refund not found');
    }
    return method === 'PUT' ? cancel(payment, body) : { status: 200, body: payment };
  }

  function create(body: DoubleRequest['body']): DoubleReply {
    const { transaction_amount: amount, payment_method_id: method, payer } = body;
    if (typeof amount !== 'number' || amount <= 0) return problem(400, 4037, 'Invalid transaction_amount');
    if (!payer?.email) return problem(400, 4050, 'payer.email must be a valid email');
    const left = Date.parse(body.date_of_expiration) - Date.now();
    if (method === 'pix' && (left < shortestPixMs || left > longestPixMs))
      return problem(400, 23, 'Invalid date_of_expiration');
    const outcome = body.token ? cardOutcomes[String(body.token).slice(0, 4)] : undefined;
    if (body.token && !outcome) return problem(400, 2006, 'Card Token not found');
    const [status, detail] =
      outcome ??
      (method === 'pix' ? ['pending', 'pending_waiting_transfer'] : ['pending', 'pending_waiting_payment']);
    const id = ++lastId;
    const payment: Payment = {
      id,
      status,
      status_detail: detail,
      date_created: now(),
      date_approved: status === 'approved' ? now() : null,
      date_last_updated: now(),
      date_of_expiration: body.date_of_expiration,
      external_reference: body.external_reference,
      transaction_amount: amount,
      transaction_amount_refunded: 0,
      payment_method_id: method,
      installments: body.installments ?? 1,
      refunds: [],
      ...(outcome && { card: { last_four_digits: '0604' } }),
      ...(method === 'pix' && { point_of_interaction: pixData(id) }),
      ...(method === 'bolbradesco' && {
        transaction_details: boletoData(id, amount, body.date_of_expiration),
      }),
    };
    payments.push(payment);
    return { status: 201, body: payment };
  }

  function search(query: URLSearchParams): DoubleReply {
    const reference = query.get('external_reference');
    const [begin, end] = [query.get('begin_date'), query.get('end_date')];
    const wanted = query.get('status');
    const offset = Number(query.get('offset') ?? 0);
    const limit = Number(query.get('limit') ?? 30);
    const found = payments.filter(
      ({ external_reference: ours, date_last_updated: at, status }) =>
        (!wanted || status === wanted) &&
        (!reference || ours === reference) &&
        (!begin || Date.parse(at) >= Date.parse(begin)) &&
        (!end || Date.parse(at) <= Date.parse(end)),
    );
    const results = found.slice(offset, offset + limit);
    return { status: 200, body: { results, paging: { total: found.length, limit, offset } } };
  }

  function refund(payment: Payment, { amount }: { amount?: number }): DoubleReply {
    const wanted = amount ?? payment.transaction_amount - payment.transaction_amount_refunded;
    if (payment.status !== 'approved')
      return problem(400, 2063, 'The action is not valid for the current state');
    if (cents(payment.transaction_amount_refunded) + cents(wanted) > cents(payment.transaction_amount))
      return problem(400, 4040, 'Invalid amount');
    const made = {
      id: ++lastId,
      payment_id: payment.id,
      amount: wanted,
      status: 'approved',
      date_created: now(),
    };
    payment.refunds.push(made);
    payment.transaction_amount_refunded = (cents(payment.transaction_amount_refunded) + cents(wanted)) / 100;
    payment.date_last_updated = now();
    if (payment.transaction_amount_refunded === payment.transaction_amount)
      Object.assign(payment, { status: 'refunded', status_detail: 'refunded' });
    else payment.status_detail = 'partially_refunded';
    return { status: 201, body: made };
  }

  function cancel(payment: Payment, { status }: { status?: string }): DoubleReply {
    if (status !== 'cancelled' || !['pending', 'in_process'].includes(payment.status))
      return problem(400, 2063, 'The action is not valid for the current state');
    move(payment, 'cancelled', 'by_collector');
    return { status: 200, body: payment };
  }

  function move(payment: Payment, status: string, detail: string): void {
    Object.assign(payment, { status, status_detail: detail, date_last_updated: now() });
    if (status === 'approved') payment.date_approved = now();
  }

  /** The buyer complained at Mercado Pago, which gives the money back or not. */
  function mediate(payment: Payment, to: Contested): void {
    if (to === 'open') return move(payment, 'in_mediation', 'pending');
    if (to === 'lost') {
      Object.assign(payment, { transaction_amount_refunded: payment.transaction_amount });
      return move(payment, 'refunded', 'refunded');
    }
    Object.assign(payment, { status: 'approved', status_detail: 'accredited', date_last_updated: now() });
  }

  const of = (reference: string) => payments.find((each) => each.external_reference === reference)!;

  return {
    ...double,
    settings: { accessToken, publicKey: 'TEST-public', webhookSecret, sdkUrl: `${double.baseUrl}/sdk.js` },
    payments,
    /** @param amountCents another amount than the charge's */
    pay(reference: string, amountCents?: number) {
      if (amountCents !== undefined) of(reference).transaction_amount = amountCents / 100;
      move(of(reference), 'approved', 'accredited');
    },
    decline: (reference: string) => move(of(reference), 'rejected', 'cc_rejected_high_risk'),
    /** The card's holder disputes it at the bank. */
    contest: (reference: string, to: Contested) => move(of(reference), 'charged_back', disputeDetails[to]),
    mediate: (reference: string, to: Contested) => mediate(of(reference), to),
    expire: (reference: string) => move(of(reference), 'cancelled', 'expired'),
    /** A notice of the payment, as it would be sent. */
    notice(reference: string, ageSeconds = 0) {
      const id = String(of(reference).id);
      const ts = String(Math.floor(Date.now() / 1_000) - ageSeconds);
      const body = {
        id: ++lastId,
        live_mode: false,
        type: 'payment',
        action: 'payment.updated',
        api_version: 'v1',
        data: { id },
      };
      return {
        rawBody: Buffer.from(JSON.stringify(body)),
        headers: signMercadoPago(webhookSecret, id, randomUUID(), ts),
        query: { 'data.id': id, type: 'payment' } as Record<string, string>,
      };
    },
  };
}

function problem(status: number, code: number | string, message: string): DoubleReply {
  return {
    status,
    body: { message, error: 'bad_request', status, cause: [{ code, description: message }] },
  };
}

function pixData(id: number) {
  const url = `pix.example.com/qr/v2/${String(id).padStart(26, '0')}`;
  const code = generatePixPayload({ url, merchantName: 'Vendedor Teste', merchantCity: 'São Paulo' });
  return {
    type: 'OPENPLATFORM',
    transaction_data: { qr_code: code, bank_info: { collector: { account_holder_name: 'Praça Testes' } } },
  };
}

function boletoData(id: number, amount: number, expiration: string) {
  const { barcode, line } = writeBoleto({
    bank: '237',
    dueDay: saoPauloDay(new Date(expiration)),
    amountCents: Math.round(amount * 100),
    free: String(id).padStart(25, '0'),
  });
  return {
    digitable_line: line,
    barcode: { content: barcode },
    external_resource_url: `https://www.mercadopago.com.br/payments/${id}/ticket`,
  };
}

function cents(reais: number): number {
  return Math.round(reais * 100);
}
