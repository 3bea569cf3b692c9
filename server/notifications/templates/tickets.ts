import { durationText } from '#domain/text/durations.ts';
import { rulesInForce } from '#server/settings/current/rules-in-force.ts';
import { notice } from '#server/notifications/notice.ts';
import type { Facts, Templates } from '#server/notifications/notice.ts';

/** Notices for people about their support tickets. The team sees everything at its desk. */
export const ticketTemplates = {
  'ticket.opened': () => [],
  'ticket.user_wrote': () => [],
  // A person who is reading, or has not read the previous answer yet, gets no further notice.
  'ticket.answered': (facts) =>
    facts.data.first === true && (facts.ticketRead ?? 0) < Number(facts.data.sequence)
      ? [
          notice(
            'owner',
            'O atendimento respondeu',
            `Veja a resposta do protocolo ${facts.protocol}.`,
            'message-circle',
            ticketUrl(facts),
          ),
        ]
      : [],
  'ticket.assigned': () => [],
  'ticket.moved': () => [],
  'ticket.linked': () => [],
  'ticket.noted': () => [],
  'ticket.reopened': () => [],
  'ticket.confirmed': () => [],
  'ticket.closed': () => [],
  'ticket.macro_changed': () => [],
  // The only ticket notice for the team.
  'ticket.overdue': ({ data }) => [
    notice(
      'owner',
      data.clock === 'first_answer' ? 'Primeira resposta atrasada' : 'Atendimento sem solução no prazo',
      `O protocolo ${String(data.protocol)} passou do prazo. Ele está no topo da fila.`,
      'clock-alert',
      `/dashboard/suporte?fila=open&id=${Number(data.ticketId)}`,
    ),
  ],
  'ticket.merged': ({ data, protocol }) => [
    notice(
      'owner',
      'Juntamos seus atendimentos',
      `O protocolo ${protocol} continua no ${String(data.protocol)}.`,
      'merge',
      `/conta?atendimento=${Number(data.into)}`,
    ),
  ],
  'ticket.returned': () => [],
  // For the former assignee and for administrators, who can assign it again.
  'ticket.left_silent': ({ data }) => [
    notice(
      'owner',
      'Atendimento de volta na fila',
      data.own === true
        ? `O protocolo ${String(data.protocol)} ficou ${silence(data)} sem resposta sua. Se ainda for seu, assuma de novo.`
        : `O protocolo ${String(data.protocol)} ficou ${silence(data)} sem resposta de @${String(data.username)}. Escolha quem atende.`,
      'clock-alert',
      `/dashboard/suporte?id=${Number(data.ticketId)}`,
    ),
  ],
  'ticket.rated': () => [],
  'ticket.rating_asked': (facts) => [
    notice(
      'owner',
      'Como foi o atendimento?',
      `Dê uma nota de 1 a 5 ao protocolo ${facts.protocol}. Leva poucos segundos.`,
      'star',
      ticketUrl(facts),
    ),
  ],
  'ticket.lapse_near': (facts) => [
    notice(
      'owner',
      'O atendimento espera você',
      `Responda o protocolo ${facts.protocol} em até ${durationText(rulesInForce.tickets.warningMs)}, ou ele será encerrado.`,
      'clock-alert',
      ticketUrl(facts),
    ),
  ],
  'ticket.resolved': (facts) => [
    notice(
      'owner',
      'Atendimento resolvido',
      `O protocolo ${facts.protocol} foi resolvido. Se ainda precisar, reabra em até ${durationText(rulesInForce.tickets.reopenMs)}.`,
      'circle-check',
      ticketUrl(facts),
    ),
  ],
} satisfies Partial<Templates>;

const silence = ({ silenceMs }: Facts['data']) => durationText(Number(silenceMs));

/** Opens the support panel at this conversation, on whatever page. */
const ticketUrl = ({ ticketId }: Facts) => `/conta?atendimento=${ticketId}`;
