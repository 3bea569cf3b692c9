import type { TicketCategory, TicketQueue, TicketResolution, TicketState } from '#domain/tickets/tickets.ts';
import type { StateLabel } from '#web/labels.ts';

/** States as the customer reads them. */
export const ticketStateLabels: Record<TicketState, StateLabel> = {
  open: { label: 'Aberto', tone: 'info' },
  in_progress: { label: 'Em atendimento', tone: 'brand' },
  waiting_user: { label: 'Aguardando você', tone: 'warning' },
  resolved: { label: 'Resolvido', tone: 'success' },
  closed: { label: 'Encerrado', tone: 'neutral' },
};

/** States as the staff's desk shows them. */
export const deskStateLabels: Record<TicketState, StateLabel> = {
  ...ticketStateLabels,
  waiting_user: { label: 'Aguardando a pessoa', tone: 'warning' },
};

export const ticketCategoryLabels: Record<TicketCategory, string> = {
  payment: 'Pagamento',
  withdrawal: 'Saque',
  order: 'Pedido',
  account: 'Minha conta',
  listing: 'Anúncio',
  other: 'Outro assunto',
};

export const queueLabels: Record<TicketQueue, string> = {
  money: 'Dinheiro',
  orders: 'Pedidos',
  accounts: 'Contas',
  general: 'Geral',
};

export const resolutionLabels: Record<TicketResolution, string> = {
  solved: 'Problema resolvido',
  informed: 'Dúvida respondida',
  duplicate: 'Já tratado em outro atendimento',
  not_possible: 'Não é possível atender',
  no_reply: 'Sem resposta da pessoa',
};
