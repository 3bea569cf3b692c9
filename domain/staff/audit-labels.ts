import { eventLabels } from '#domain/events.ts';

/** The label of an audited decision. A kind without a label is shown by its name, so that the log hides nothing. */
export function decisionLabel(kind: string): string {
  return (eventLabels as Readonly<Record<string, string>>)[kind] ?? kind;
}

export const subjectLabels: Readonly<Record<string, string>> = {
  user: 'Pessoa',
  listing: 'Anúncio',
  question: 'Pergunta',
  report: 'Denúncia',
  order: 'Pedido',
  payment: 'Pagamento',
  refund: 'Reembolso',
  withdrawal: 'Saque',
  ticket: 'Atendimento',
  category: 'Categoria',
  favorite: 'Favorito',
  awaited: 'Aviso de volta à venda',
  follow: 'Seguidor',
  installation: 'Instalação',
};
