/** The three finer grades of a buyer: as the form asks and as a line says. */
export const detailWords = [
  { name: 'description', question: 'Veio como no anúncio', short: 'Descrição' },
  { name: 'punctuality', question: 'Chegou no prazo', short: 'Prazo' },
  { name: 'service', question: 'Atendimento', short: 'Atendimento' },
] as const;
export type DetailName = (typeof detailWords)[number]['name'];
