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

/** Names of the ledger's accounts for staff. */
const accounts: Readonly<Record<string, string>> = {
  psp_cash: 'Banco',
  commission_revenue: 'Receita de tarifas de venda',
  fee_revenue: 'Receita de tarifas de saque',
  guarantee_fund: 'Fundo de garantia',
  promotions: 'Promoções',
  escrow: 'Guardado dos pedidos',
  pending_release: 'A liberar',
  refund_due: 'A devolver',
  freight_payable: 'A pagar a transportadoras',
  withdrawal_in_transit: 'Saques a caminho',
  available: 'Saldo disponível',
  blocked: 'Bloqueado',
  purchase_credit: 'Crédito de compra',
  promo_credit: 'Crédito promocional',
  recoverable: 'A recuperar',
};

export function accountName(kind: string): string {
  return accounts[kind] ?? kind;
}

const journals: Readonly<Record<string, string>> = {
  capture: 'Pagamento',
  conclude: 'Conclusão',
  release: 'Liberação',
  refund: 'Reembolso',
  freight: 'Etiqueta do envio',
  freight_returned: 'Etiqueta devolvida à venda',
  refund_received: 'Dinheiro a devolver',
  refund_paid: 'Reembolso pago',
};

export function journalName(kind: string): string {
  return journals[kind] ?? kind;
}
