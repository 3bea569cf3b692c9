import type { AccountKind, JournalKind } from './postings.ts';
import { accountKinds } from './postings.ts';

/** Accounts that are one person's own: each has a statement with a balance that runs. */
export type OwnAccount = {
  [K in AccountKind]: (typeof accountKinds)[K]['owner'] extends 'user' ? K : never;
}[AccountKind];

export const statementAccounts = [
  'available',
  'purchase_credit',
  'promo_credit',
  'recoverable',
] as const satisfies readonly OwnAccount[];

/** What a movement is about, for the filter of the statement. */
export const statementTopics = ['sales', 'refunds', 'withdrawals'] as const;
export type StatementTopic = (typeof statementTopics)[number];

interface Fact {
  topic: StatementTopic;
  /** What the fact is called in each statement that it moves; a test holds it to the legs that SQL allows. */
  words: Partial<Record<OwnAccount, string>>;
}

/** Every business fact as people read it. A kind of journal without words does not compile. */
export const statementFacts: Record<JournalKind, Fact> = {
  capture: {
    topic: 'sales',
    words: { available: 'Compra paga com saldo', purchase_credit: 'Compra paga com saldo' },
  },
  conclude: { topic: 'sales', words: {} },
  release: {
    topic: 'sales',
    words: { available: 'Venda liberada', recoverable: 'Desconto na venda liberada' },
  },
  refund: {
    topic: 'refunds',
    words: { available: 'Reembolso de uma venda', recoverable: 'Reembolso que a praça adiantou' },
  },
  refund_platform: { topic: 'refunds', words: {} },
  refund_received: { topic: 'refunds', words: {} },
  refund_paid: { topic: 'refunds', words: { purchase_credit: 'Reembolso de uma compra' } },
  block: { topic: 'sales', words: { available: 'Valor bloqueado por reclamação' } },
  unblock: { topic: 'sales', words: { available: 'Valor desbloqueado' } },
  withdrawal_asked: {
    topic: 'withdrawals',
    words: { available: 'Saque pedido', purchase_credit: 'Saque pedido', recoverable: 'Desconto no saque' },
  },
  withdrawal_paid: { topic: 'withdrawals', words: {} },
  withdrawal_returned: { topic: 'withdrawals', words: { available: 'Saque devolvido ao saldo' } },
};

/** The description of a line. Fails where the fact never moves this account: such a line cannot be. */
export function lineWords(kind: JournalKind, account: OwnAccount): string {
  const words = statementFacts[kind].words[account];
  if (words === undefined) throw new Error(`no words for ${kind} in ${account}`);
  return words;
}

/** The facts of a topic. */
export function kindsOf(topic: StatementTopic): JournalKind[] {
  return (Object.keys(statementFacts) as JournalKind[]).filter(
    (kind) => statementFacts[kind].topic === topic,
  );
}
