/** Notes sellers leave with a manual delivery. */
export const deliveryNotes: readonly string[] = [
  'Entreguei em mãos no horário combinado, item conferido e funcionando.',
  'Postado hoje, com plástico-bolha e caixa dupla. O rastreio começa a andar à noite.',
  'Retirada feita na portaria, com o recibo assinado no ato.',
  'Deixei com o porteiro, como combinado. Confira e confirme o pedido, por favor.',
];
