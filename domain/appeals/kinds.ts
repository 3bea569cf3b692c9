import type { EventKind } from '#domain/events.ts';

/** How the person of a decision is found: the owner of its subject, a side of its order, or who wrote. */
export const affectedPeople = ['owner', 'buyer', 'seller', 'rater', 'writer'] as const;
type Affected = (typeof affectedPeople)[number];

/** A decision of staff that can be appealed (N04). */
interface AppealKind {
  /** What the person reads. */
  label: string;
  affected: Affected;
  /** Who may decide the appeal, besides those who are excluded by having taken the decision. */
  by: 'staff' | 'admin';
  /**
   * Whether an appeal that the team leaves undecided ends in the person's favour. Only where the matter then goes to the
   * team again, so that nobody else loses by it.
   */
  byTime: boolean;
}

// So that a bundle that reads no kind leaves the list out.
/* @__NO_SIDE_EFFECTS__ */
const kind = (label: string, more: Partial<AppealKind> = {}): AppealKind => ({
  label,
  affected: 'owner',
  by: 'staff',
  byTime: false,
  ...more,
});

/**
 * Every decision of staff that can be appealed, by the kind of its event; `appeal_kinds` in SQL has the same rows. A new
 * one is a row here and there, and a way to undo it in `server/appeals/undo/undo.ts`. Decisions on complaints have
 * appeals of their own (R08, R09).
 */
export const appealKinds = {
  'listing.rejected': kind('Anúncio recusado', { byTime: true }),
  'listing.changes_requested': kind('Ajuste pedido em um anúncio', { byTime: true }),
  'listing.suspended': kind('Anúncio suspenso'),
  'listing.paused_by_staff': kind('Anúncio pausado pela equipe'),
  'listing.removed_by_staff': kind('Anúncio encerrado'),
  'revision.rejected': kind('Mudança de anúncio recusada', { byTime: true }),
  'revision.changes_requested': kind('Ajuste pedido na mudança de um anúncio', { byTime: true }),
  'account.restricted': kind('Conta com limites menores', { by: 'admin' }),
  'account.suspended': kind('Conta suspensa', { by: 'admin' }),
  'account.banned': kind('Conta encerrada pela equipe', { by: 'admin' }),
  'account.strike_given': kind('Advertência', { by: 'admin' }),
  'account.level_withdrawn': kind('Nível 3 retirado', { by: 'admin' }),
  'account.trust_withdrawn': kind('Marca de vendedor confiável retirada'),
  'account.documents_refused': kind('Documentos recusados', { byTime: true }),
  'account.documents_revoked': kind('Aprovação de documentos retirada', { byTime: true }),
  'settlement.blocked': kind('Valor de uma venda bloqueado', { affected: 'seller', by: 'admin' }),
  'settlement.block_renewed': kind('Bloqueio renovado', { affected: 'seller', by: 'admin' }),
  'withdrawal.rejected': kind('Saque recusado', { byTime: true }),
  'receipt.rejected': kind('Comprovante recusado', { affected: 'buyer' }),
  'rating.removed': kind('Avaliação removida', { affected: 'rater' }),
  'question.hidden': kind('Pergunta oculta'),
  'conversation.kept_back': kind('Mensagem mantida oculta', { affected: 'writer' }),
  'conversation.removed': kind('Mensagem retirada', { affected: 'writer' }),
  'order.counting_decided': kind('Contestação de venda recusada', { affected: 'seller' }),
} as const satisfies Partial<Record<EventKind, AppealKind>>;

export type AppealKindName = keyof typeof appealKinds;

export const appealKindNames = /* @__PURE__ */ Object.keys(appealKinds) as AppealKindName[];

/** The decision's kind with the type that all kinds share. */
export const appealKindOf = (name: AppealKindName): AppealKind => appealKinds[name];
