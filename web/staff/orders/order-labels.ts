import { accountNames, journalNames } from '#domain/ledger/names.ts';
import type { ForcedEvent, SettlementState } from '#domain/orders/orders.ts';

/** States that an admin may force on an order, with the effect on its money (P27). */
export const forcedStateTexts: Record<ForcedEvent, { title: string; effect: (amount: string) => string }> = {
  force_cancellation: {
    title: 'Cancelar pedido',
    effect: () => 'O que foi pago volta inteiro a quem comprou e o item volta ao estoque.',
  },
  force_delivery: {
    title: 'Marcar como entregue',
    effect: () => 'O prazo para confirmar começa agora.',
  },
  lose: {
    title: 'Marcar pacote como extraviado',
    effect: (amount) =>
      `Os ${amount} voltam a quem comprou, com o frete. A etiqueta do site é paga pelo site.`,
  },
  return_parcel: {
    title: 'Marcar pacote como devolvido',
    effect: (amount) => `Os ${amount} voltam a quem comprou, com o frete, e o item volta ao estoque.`,
  },
  return_for_address: {
    title: 'Devolvido por endereço errado',
    effect: () => 'O preço volta a quem comprou, sem o frete, e o item volta ao estoque.',
  },
  force_conclusion: {
    title: 'Concluir pedido',
    effect: () => 'O valor fica com quem vendeu. Uma reclamação aberta se encerra.',
  },
  force_refund: {
    title: 'Reembolsar pedido',
    effect: (amount) => `O que resta dos ${amount} volta a quem comprou. Uma reclamação aberta se encerra.`,
  },
  refund_analysed: {
    title: 'Devolver tudo',
    effect: (amount) => `O que resta dos ${amount} volta a quem comprou e a análise se encerra.`,
  },
};

export const settlementLabels: Record<SettlementState, string> = {
  in_escrow: 'Guardado até a conclusão',
  pending_release: 'A liberar',
  released: 'Liberado',
  blocked: 'Bloqueado',
  reversed: 'Devolvido a quem comprou',
};

export const actorLabels: Readonly<Record<string, string>> = {
  buyer: 'Quem compra',
  seller: 'Quem vende',
  staff: 'Equipe',
  system: 'Sistema',
};

export function accountName(kind: string): string {
  return accountNames[kind] ?? kind;
}

export function journalName(kind: string): string {
  return journalNames[kind] ?? kind;
}
