/** Names of the ledger's accounts, by kind. */
export const accountNames: Readonly<Record<string, string>> = {
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
  chargeback_debt: 'Dívida com o site',
};

/** Names of the facts that move money, by the kind of their journal. */
export const journalNames: Readonly<Record<string, string>> = {
  capture: 'Pagamento',
  conclude: 'Conclusão',
  release: 'Liberação',
  refund: 'Reembolso',
  freight: 'Etiqueta do envio',
  freight_returned: 'Etiqueta devolvida à venda',
  return_freight: 'Etiqueta da devolução',
  refund_received: 'Dinheiro a devolver',
  refund_paid: 'Reembolso pago',
  refund_platform: 'Reembolso pelo site',
  part_used: 'Parte já paga usada na compra',
  block: 'Bloqueio',
  unblock: 'Fim do bloqueio',
  chargeback: 'Devolução pedida pelo banco',
  chargeback_returned: 'Devolvido pelo banco',
  compensation: 'Compensação',
};
