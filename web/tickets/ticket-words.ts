import type { TicketCategory, TicketQueue, TicketResolution, TicketState } from '#domain/tickets/tickets.ts';
import type { StateLabel } from '#web/labels.ts';

/** States as the person who asked reads them. */
export const ticketWords: Record<TicketState, StateLabel> = {
  open: { label: 'Aberto', tone: 'info' },
  in_progress: { label: 'Em atendimento', tone: 'brand' },
  waiting_user: { label: 'Aguardando você', tone: 'warning' },
  resolved: { label: 'Resolvido', tone: 'success' },
  closed: { label: 'Encerrado', tone: 'neutral' },
};

/** The same at the desk, where the person is somebody else. */
export const deskWords: Record<TicketState, StateLabel> = {
  ...ticketWords,
  waiting_user: { label: 'Aguardando a pessoa', tone: 'warning' },
};

export const categoryWords: Record<TicketCategory, string> = {
  payment: 'Pagamento',
  withdrawal: 'Saque',
  order: 'Pedido',
  account: 'Minha conta',
  listing: 'Anúncio',
  other: 'Outro assunto',
};

export const queueWords: Record<TicketQueue, string> = {
  money: 'Dinheiro',
  orders: 'Pedidos',
  accounts: 'Contas',
  general: 'Geral',
};

export const resolutionWords: Record<TicketResolution, string> = {
  solved: 'Problema resolvido',
  informed: 'Dúvida respondida',
  duplicate: 'Já tratado em outro atendimento',
  not_possible: 'Não é possível atender',
  no_reply: 'Sem resposta da pessoa',
};
