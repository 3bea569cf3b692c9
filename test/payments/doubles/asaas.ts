import { randomBytes, randomUUID } from 'node:crypto';
import { generatePixPayload } from '@brazilian-utils/brazilian-utils';
import { writeBoleto } from '#domain/payments/boletos.ts';
import { saoPauloDay } from '#domain/business-days.ts';
import { startDouble } from './double-server.ts';
import type { DoubleReply, DoubleRequest } from './double-server.ts';

interface Payment {
  object: 'payment';
  id: string;
  status: string;
  value: number;
  billingType: string;
  dueDate: string;
  externalReference: string | null;
  deleted: boolean;
  invoiceUrl: string;
  bankSlipUrl: string | null;
  clientPaymentDate: string | null;
  confirmedDate: string | null;
  paymentDate: string | null;
  refunds: { dateCreated: string; status: string; value: number; description: string | null }[];
  creditCard: { creditCardBrand: string; creditCardNumber: string } | null;
}

interface Transfer {
  object: 'transfer';
  id: string;
  status: string;
  value: number;
  dateCreated: string;
  failReason: string | null;
  externalReference: string | null;
  endToEndIdentifier: string;
  bankAccount: { pixAddressKey: string };
}

/**
 * A double of Asaas' API v3, as far as its documentation tells: `access_token` and `User-Agent` asked for, no idempotency at
 * all, charges that can be paid twice and after the due date, and notices with a static token.
 */
export async function startAsaas() {
  const apiKey = '$aact_double';
  const webhookToken = randomBytes(24).toString('hex');
  const customers: { id: string; cpfCnpj: string; notificationDisabled?: boolean }[] = [];
  const payments: Payment[] = [];
  const transfers: Transfer[] = [];
  /** Transfers whose Pix was sent back. */
  const sentBack = new Set<string>();
  /** Whether a transfer waits for our answer to the question about it, as with the validation of withdrawals. */
  let asks = false;

  const double = await startDouble((asked) => {
    if (asked.headers.access_token !== apiKey) return { status: 401, body: null };
    if (!asked.headers['user-agent']?.startsWith('praca')) return problem('invalid_user_agent', 403);
    return act(asked);
  });

  function act({ method, path, query, body }: DoubleRequest): DoubleReply {
    const [, noun, id, verb] =
      /^\/(customers|payments|transfers|pix)(?:\/([^/]+))?(?:\/([^/]+))?$/.exec(path) ?? [];
    if (noun === 'customers') return method === 'POST' ? addCustomer(body) : listCustomers(query);
    if (noun === 'pix') return page(pixTransactions(query.get('endToEndIdentifier')));
    if (noun === 'transfers')
      return method === 'POST' ? transfer(body) : list(transfers, query, 'dateCreated');
    if (noun !== 'payments') return { status: 404, body: { errors: [] } };
    if (!id) return method === 'POST' ? create(body) : list(payments, query, 'paymentDate');
    const payment = payments.find((each) => each.id === id);
    if (!payment) return { status: 404, body: { errors: [] } };
    if (verb === 'pixQrCode') return { status: 200, body: pixOf(payment) };
    if (verb === 'identificationField') return { status: 200, body: boletoOf(payment) };
    if (verb === 'refund') return refund(payment, body);
    if (method === 'DELETE') return remove(payment);
    return { status: 200, body: payment };
  }

  function addCustomer(body: DoubleRequest['body']): DoubleReply {
    if (!body.name || !/^(\d{11}|[0-9A-Z]{12}\d{2})$/.test(body.cpfCnpj ?? ''))
      return problem('invalid_cpfCnpj');
    const customer = { object: 'customer', ...body, id: `cus_${customers.length + 1}` };
    customers.push(customer);
    return { status: 200, body: customer };
  }

  function listCustomers(query: URLSearchParams): DoubleReply {
    return page(customers.filter(({ cpfCnpj }) => cpfCnpj === query.get('cpfCnpj')));
  }

  function create(body: DoubleRequest['body']): DoubleReply {
    if (!customers.some(({ id }) => id === body.customer)) return problem('invalid_customer');
    if (typeof body.value !== 'number' || body.value < 5) return problem('invalid_value');
    if (!/^\d{4}-\d{2}-\d{2}$/.test(body.dueDate)) return problem('invalid_dueDate');
    const id = `pay_${String(payments.length + 1).padStart(16, '0')}`;
    const payment: Payment = {
      object: 'payment',
      id,
      status: 'PENDING',
      value: body.value,
      billingType: body.billingType,
      dueDate: body.dueDate,
      externalReference: body.externalReference,
      deleted: false,
      invoiceUrl: `https://www.asaas.com/i/${id.slice(4)}`,
      bankSlipUrl: body.billingType === 'BOLETO' ? `https://www.asaas.com/b/pdf/${id.slice(4)}` : null,
      clientPaymentDate: null,
      confirmedDate: null,
      paymentDate: null,
      refunds: [],
      creditCard: null,
    };
    payments.push(payment);
    return { status: 200, body: payment };
  }

  function refund(
    payment: Payment,
    { value, description }: { value?: number; description?: string },
  ): DoubleReply {
    const given = payment.refunds.reduce((sum, each) => sum + cents(each.value), 0);
    const wanted = value ?? payment.value;
    if (!['RECEIVED', 'CONFIRMED'].includes(payment.status) || given + cents(wanted) > cents(payment.value))
      return problem('invalid_action');
    const made = { dateCreated: today(), status: 'DONE', value: wanted, description: description ?? null };
    payment.refunds.push(made);
    if (given + cents(wanted) === cents(payment.value)) payment.status = 'REFUNDED';
    return { status: 200, body: payment };
  }

  function remove(payment: Payment): DoubleReply {
    if (!['PENDING', 'OVERDUE'].includes(payment.status)) return problem('invalid_action');
    payment.deleted = true;
    return { status: 200, body: { deleted: true, id: payment.id } };
  }

  function transfer(body: DoubleRequest['body']): DoubleReply {
    if (!body.pixAddressKey || !['CPF', 'CNPJ'].includes(body.pixAddressKeyType))
      return problem('invalid_key');
    const made: Transfer = {
      object: 'transfer',
      id: randomUUID(),
      status: asks ? 'PENDING' : 'DONE',
      value: body.value,
      dateCreated: today(),
      failReason: null,
      externalReference: body.externalReference,
      endToEndIdentifier: `E1954055${randomUUID().replaceAll('-', '').slice(0, 24)}`,
      bankAccount: { pixAddressKey: body.pixAddressKey },
    };
    transfers.push(made);
    return { status: 200, body: made };
  }

  /** The reply of `GET /pix/transactions` about a transfer. */
  function pixTransactions(endToEndIdentifier: string | null) {
    return transfers
      .filter((each) => each.endToEndIdentifier === endToEndIdentifier)
      .map(({ id, value }) => ({ transferId: id, value, refundedValue: sentBack.has(id) ? value : 0 }));
  }

  /**
   * The money of a transfer that was done comes back.
   * @param how Asaas takes the transfer back itself, or the receiver's bank sends its Pix back
   */
  function giveBack(reference: string, how: 'transfer' | 'pix' = 'transfer'): void {
    const made = transfers.find((each) => each.externalReference === reference)!;
    if (how === 'pix') sentBack.add(made.id);
    else Object.assign(made, { status: 'FAILED', failReason: 'Conta de destino encerrada' });
  }

  /** @param amountCents another amount than the charge's */
  function pay(reference: string, card = false, amountCents?: number): void {
    const payment = payments.find((each) => each.externalReference === reference)!;
    if (amountCents !== undefined) payment.value = amountCents / 100;
    const days = { clientPaymentDate: today(), paymentDate: today(), confirmedDate: card ? today() : null };
    Object.assign(payment, days, { status: card ? 'CONFIRMED' : 'RECEIVED' });
    if (card) payment.creditCard = { creditCardBrand: 'VISA', creditCardNumber: '8829' };
  }

  return {
    ...double,
    settings: { apiKey, webhookToken, baseUrl: double.baseUrl },
    customers,
    payments,
    transfers,
    pay,
    giveBack,
    /**
     * The card's holder disputes it at the bank; after a win, the money is returned before the charge is paid again.
     */
    contest(reference: string, to: 'open' | 'kept' | 'lost') {
      const status = { open: 'CHARGEBACK_REQUESTED', kept: 'RECEIVED', lost: 'REFUNDED' }[to];
      payments.find((each) => each.externalReference === reference)!.status = status;
    },
    /** The intermediate states of a dispute. */
    dispute(reference: string, status: 'CHARGEBACK_DISPUTE' | 'AWAITING_CHARGEBACK_REVERSAL') {
      payments.find((each) => each.externalReference === reference)!.status = status;
    },
    review(reference: string) {
      payments.find((each) => each.externalReference === reference)!.status = 'AWAITING_RISK_ANALYSIS';
    },
    askBeforeTransfers: () => void (asks = true),
    /** The question that a transfer waits with, for the address of its own. */
    question(reference: string, changes: object = {}) {
      const waiting = transfers.find((each) => each.externalReference === reference);
      const body = { type: 'TRANSFER', transfer: { ...waiting, ...changes } };
      return { body: JSON.stringify(body), headers: { 'asaas-access-token': webhookToken } };
    },
    /** What came of it: the money leaves, or the transfer is over. */
    hear(reference: string, { status }: { status?: string }) {
      const waiting = transfers.find((each) => each.externalReference === reference)!;
      waiting.status = status === 'APPROVED' ? 'DONE' : 'CANCELLED';
    },
    /** A notice of the charge or transfer, as it would be sent; it contains no time. */
    notice(reference: string) {
      const ours = (each: Listed) => each.externalReference === reference;
      const about = transfers.some(ours)
        ? { event: 'TRANSFER_FAILED', transfer: transfers.find(ours) }
        : { event: 'PAYMENT_RECEIVED', payment: payments.find(ours) };
      const body = { id: `evt_${randomUUID()}&1`, dateCreated: today(), ...about };
      return {
        rawBody: Buffer.from(JSON.stringify(body)),
        headers: { 'asaas-access-token': webhookToken } as Record<string, string>,
        query: {} as Record<string, string>,
      };
    },
  };
}

const today = () => saoPauloDay(new Date());

type Listed = {
  status: string;
  externalReference: string | null;
  dateCreated?: string;
  paymentDate?: string | null;
};

function list(rows: Listed[], query: URLSearchParams, field: 'dateCreated' | 'paymentDate'): DoubleReply {
  const reference = query.get('externalReference');
  const [from, to] = [query.get(`${field}[ge]`), query.get(`${field}[le]`)];
  const status = query.get('status');
  const found = rows.filter((row) => {
    const day = row[field];
    if (reference && row.externalReference !== reference) return false;
    if (status && row.status !== status) return false;
    return (!from || (day && day >= from)) && (!to || (day && day <= to));
  });
  const offset = Number(query.get('offset') ?? 0);
  return page(found, offset, Number(query.get('limit') ?? 10));
}

function page(rows: unknown[], offset = 0, limit = 10): DoubleReply {
  const data = rows.slice(offset, offset + limit);
  const hasMore = offset + limit < rows.length;
  return { status: 200, body: { object: 'list', hasMore, totalCount: rows.length, limit, offset, data } };
}

function problem(code: string, status = 400): DoubleReply {
  return { status, body: { errors: [{ code, description: 'Não foi possível.' }] } };
}

function pixOf({ id }: Payment) {
  const url = `pix-h.asaas.com/pixqrcode/cobv/${id}`;
  const payload = generatePixPayload({ url, merchantName: 'ASAAS', merchantCity: 'Joinville' });
  return { encodedImage: '', payload, expirationDate: '2027-12-31 23:59:59' };
}

function boletoOf({ id, value, dueDate }: Payment) {
  const { barcode, line } = writeBoleto({
    bank: '461',
    dueDay: dueDate,
    amountCents: Math.round(value * 100),
    free: id.slice(4).padStart(25, '0'),
  });
  return { identificationField: line, nossoNumero: id.slice(4), barCode: barcode };
}

function cents(reais: number): number {
  return Math.round(reais * 100);
}
