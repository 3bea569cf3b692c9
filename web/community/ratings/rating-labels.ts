/** The three detailed grades a buyer gives: labels of the form and of the summary line. */
export const detailLabels = [
  { name: 'description', question: 'Veio como no anúncio', short: 'Descrição' },
  { name: 'punctuality', question: 'Chegou no prazo', short: 'Prazo' },
  { name: 'service', question: 'Atendimento', short: 'Atendimento' },
] as const;
export type DetailName = (typeof detailLabels)[number]['name'];
