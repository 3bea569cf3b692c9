import type { AccountKind } from './account-kinds.ts';
import { accountKinds } from './account-kinds.ts';
import type { JournalKind } from './postings.ts';

/** Accounts of one person: each has a statement with a running balance. */
export type OwnAccount = {
  [K in AccountKind]: (typeof accountKinds)[K]['owner'] extends 'user' ? K : never;
}[AccountKind];

export const statementAccounts = [
  'available',
  'purchase_credit',
  'promo_credit',
  'recoverable',
  'chargeback_debt',
] as const satisfies readonly OwnAccount[];

/** Topics of movements, for the filter of the statement. */
export const statementTopics = ['sales', 'purchases', 'refunds', 'withdrawals'] as const;
export type StatementTopic = (typeof statementTopics)[number];

/** A movement named by its debited and credited kinds of account. */
export type LegName = `${AccountKind}>${AccountKind}`;

interface Fact {
  topic: StatementTopic;
  /** The description of each movement in the statement of each person's account it touches. */
  legs: Partial<Record<LegName, Partial<Record<OwnAccount, string>>>>;
}

/**
 * The descriptions of every business fact. A kind of journal without an entry does not compile, and a test compares
 * the descriptions with the legs that SQL allows: exactly these have a description.
 */
export const statementFacts: Record<JournalKind, Fact> = {
  capture: {
    topic: 'purchases',
    legs: {
      'available>escrow': { available: 'Compra paga com saldo' },
      'purchase_credit>escrow': { purchase_credit: 'Compra paga com saldo' },
    },
  },
  conclude: { topic: 'sales', legs: {} },
  release: {
    topic: 'sales',
    legs: {
      'pending_release>available': { available: 'Venda liberada' },
      'available>recoverable': {
        available: 'Desconto do que você devia',
        recoverable: 'Débito pago com uma venda',
      },
    },
  },
  refund: {
    topic: 'refunds',
    legs: {
      'available>refund_due': { available: 'Venda devolvida a quem comprou' },
      'recoverable>refund_due': { recoverable: 'Reembolso que adiantamos por você' },
    },
  },
  refund_platform: { topic: 'refunds', legs: {} },
  refund_received: { topic: 'refunds', legs: {} },
  part_used: { topic: 'purchases', legs: {} },
  refund_paid: {
    topic: 'refunds',
    legs: { 'refund_due>purchase_credit': { purchase_credit: 'Reembolso de uma compra' } },
  },
  compensation: {
    topic: 'sales',
    legs: {
      'guarantee_fund>available': { available: 'Recurso a seu favor, pago pelo fundo de garantia' },
      'recoverable>guarantee_fund': { recoverable: 'Valor de uma compra que você deve devolver' },
    },
  },
  freight: {
    topic: 'sales',
    legs: { 'escrow>available': { available: 'Frete de um pacote que voltou' } },
  },
  freight_returned: {
    topic: 'refunds',
    legs: {
      'available>escrow': { available: 'Frete devolvido a quem comprou' },
      'recoverable>escrow': { recoverable: 'Frete que adiantamos por você' },
    },
  },
  return_freight: {
    topic: 'refunds',
    legs: {
      'available>freight_payable': { available: 'Frete de uma devolução' },
      'recoverable>freight_payable': { recoverable: 'Frete de uma devolução que adiantamos por você' },
      'available>purchase_credit': {
        available: 'Frete de uma devolução',
        purchase_credit: 'Postagem de uma devolução',
      },
      'recoverable>purchase_credit': {
        recoverable: 'Frete de uma devolução que adiantamos por você',
        purchase_credit: 'Postagem de uma devolução',
      },
      'guarantee_fund>purchase_credit': { purchase_credit: 'Postagem de uma devolução' },
    },
  },
  block: { topic: 'sales', legs: { 'available>blocked': { available: 'Valor de uma venda bloqueado' } } },
  unblock: {
    topic: 'sales',
    legs: { 'blocked>available': { available: 'Valor de uma venda desbloqueado' } },
  },
  withdrawal_asked: {
    topic: 'withdrawals',
    legs: {
      'available>withdrawal_in_transit': { available: 'Saque pedido' },
      'purchase_credit>withdrawal_in_transit': { purchase_credit: 'Saque pedido' },
      'available>recoverable': {
        available: 'Desconto do que você devia',
        recoverable: 'Débito pago em um saque',
      },
    },
  },
  withdrawal_paid: { topic: 'withdrawals', legs: {} },
  withdrawal_reopened: { topic: 'withdrawals', legs: {} },
  withdrawal_returned: {
    topic: 'withdrawals',
    legs: {
      'withdrawal_in_transit>available': { available: 'Saque devolvido ao saldo' },
      'withdrawal_in_transit>purchase_credit': { purchase_credit: 'Saque devolvido ao crédito' },
    },
  },
  chargeback: {
    topic: 'refunds',
    legs: {
      'chargeback_debt>psp_cash': { chargeback_debt: 'Seu banco devolveu um pagamento já reembolsado' },
    },
  },
  chargeback_returned: {
    topic: 'refunds',
    legs: {
      'psp_cash>chargeback_debt': { chargeback_debt: 'Débito cancelado: o banco desfez a devolução' },
      'psp_cash>purchase_credit': { purchase_credit: 'Débito pago que voltou para você' },
    },
  },
  debt_paid: {
    topic: 'refunds',
    legs: {
      'purchase_credit>chargeback_debt': {
        purchase_credit: 'Desconto do que você devia',
        chargeback_debt: 'Débito pago com seu saldo',
      },
      'available>chargeback_debt': {
        available: 'Desconto do que você devia',
        chargeback_debt: 'Débito pago com seu saldo',
      },
    },
  },
};

/** One movement of an account: the fact it is part of, and the kinds of account it goes from and to. */
export interface Movement {
  kind: JournalKind;
  debit: AccountKind;
  credit: AccountKind;
}

/**
 * The description of a movement in the statement of an account.
 * @throws Error when the ledger allows no such movement
 */
export function movementDescription({ kind, debit, credit }: Movement, account: OwnAccount): string {
  const words = statementFacts[kind].legs[`${debit}>${credit}`]?.[account];
  if (words === undefined) throw new Error(`no words for ${kind} ${debit}>${credit} in ${account}`);
  return words;
}

/** The kinds of journals of a topic. */
export function kindsOf(topic: StatementTopic): JournalKind[] {
  return (Object.keys(statementFacts) as JournalKind[]).filter(
    (kind) => statementFacts[kind].topic === topic,
  );
}
