/** Notes sellers leave with a manual delivery. */
export const deliveryNotes: readonly string[] = [
  'Entreguei em mãos no horário combinado, item conferido e funcionando.',
  'Postado hoje, com plástico-bolha e caixa dupla. O rastreio começa a andar à noite.',
  'Retirada feita na portaria, com o recibo assinado no ato.',
  'Deixei com o porteiro, como combinado. Confira e confirme o pedido, por favor.',
];

/** Where and how buyers ask for it. */
export const deliveryAddresses: readonly string[] = [
  'Rua das Palmeiras, 40, apto 12\nBairro do Centro, CEP 01000-000, São Paulo\nEu mesma recebo, de preferência depois das 18 h.',
  'Retiro em mãos na estação Vila Nova, ao lado da bilheteria. Posso qualquer dia útil ao meio-dia.',
  'Av. Beira-Mar, 1200, bloco B, sala 5. Deixar na portaria em nome de Teixeira, das 9 h às 17 h.',
  'Usuário no jogo: LobaDoSul, servidor Brasil 3. Fico online das 20 h às 23 h.',
];
