/** What happens to a seller's level and thermometer (§4.13), with the label of the audit log. */
export const sellerLevelEvents = {
  'account.seller_level_raised': 'Nível de vendedor subiu',
  'account.seller_level_warned': 'Nível de vendedor em risco',
  'account.seller_level_lowered': 'Nível de vendedor caiu',
  'account.sales_stopped': 'Vendas novas paradas pelo termômetro',
  'account.sales_resumed': 'Vendas novas retomadas',
  'account.seller_interviewed': 'Entrevista de vendedor feita',
  'order.counting_contested': 'Contagem de uma venda contestada',
  'order.counting_decided': 'Contestação da contagem decidida',
} as const;
