import type { RiskSignal } from './rules.ts';

/** What staff read of each signal. */
export const riskSignalNames: Record<RiskSignal, string> = {
  known_fraud: 'Fraude anterior com esta conta, aparelho ou documento',
  shared_device: 'Mesmo aparelho dos dois lados',
  shared_key: 'Mesma chave de saque dos dois lados',
  shared_document: 'Mesmo documento dos dois lados',
  shared_network: 'Mesma rede dos dois lados',
  declines: 'Cartões recusados no mesmo dia',
  card_accounts: 'Cartão em várias contas no mesmo dia',
  device_accounts: 'Várias contas no mesmo aparelho',
  document_accounts: 'Várias contas com o mesmo documento',
  network_accounts: 'Muitas contas na mesma rede em um dia',
  burst: 'Muitas compras em pouco tempo',
  other_payer: 'Outra pessoa pagou',
  security_changed: 'Segurança da conta mudou há pouco',
  new_device: 'Aparelho novo em conta com compras',
  above_usual: 'Valor muito acima das compras anteriores',
  large_first: 'Primeira compra de valor alto',
  new_account: 'Conta nova',
  refund_habit: 'Muitas compras devolvidas',
  seller_claims: 'Muitas vendas com reclamação',
  seller_burst: 'Vendas de repente em um dia',
  new_seller: 'Quem vende é novo',
  seller_links: 'Quem vende divide aparelho ou chave com outra conta',
  cheap: 'Preço muito abaixo do comum',
  instant: 'Código entregue na hora',
};
