import { fieldsOfGroup } from '#domain/settings/groups.ts';
import type { SettingField } from '#domain/settings/groups.ts';

const hour = 3_600_000;
const day = 24 * hour;
const { time, money } = fieldsOfGroup('complaints');

/** Settings of complaints, their appeals and their final deadline (§4.9, N03). */
export const complaintFields: readonly SettingField[] = [
  time('complaints.answerMs', 'Prazo para o vendedor responder', { min: 12 * hour }),
  time('complaints.firstReminderMs', 'Primeiro lembrete a quem vende depois de'),
  time('complaints.lastReminderMs', 'Último lembrete a quem vende depois de'),
  time('complaints.proposalMs', 'Prazo para responder a uma proposta'),
  time('complaints.maxPromiseMs', 'Prazo mais longo de um acordo', { min: day }),
  time('complaints.fulfilmentMs', 'Tempo para conferir o que foi combinado'),
  time('complaints.escalateAfterMs', 'A equipe entra a pedido depois de'),
  time('complaints.mediateAfterMs', 'A equipe entra automaticamente depois de'),
  time('complaints.evidenceMs', 'Prazo para responder à equipe'),
  time('complaints.silentBuyerMs', 'Sem resposta do comprador, encerra em'),
  time('complaints.decisionTargetMs', 'Meta para decidir uma mediação'),
  {
    path: 'complaints.decisionLimitDays',
    group: 'complaints',
    label: 'Limite para decidir uma mediação (dias úteis)',
    unit: 'days',
    min: 1,
    max: 30,
  },
  time('complaints.appealMs', 'Prazo para recorrer'),
  time('complaints.appealDecisionMs', 'Meta para decidir um recurso'),
  time('complaints.adminAfterMs', 'Sem decisão, só a administração decide depois de'),
  time('complaints.fundAfterMs', 'Sem decisão, o fundo de garantia paga depois de', {
    min: 2 * day,
    help: 'Conta da abertura. Quem comprou recebe tudo de volta e quem vendeu recebe a sua parte.',
  }),
  time('complaints.fundAfterAppealMs', 'Sem decisão do recurso, o fundo de garantia paga depois de', {
    min: 2 * day,
  }),
  money('complaints.supportLimitCents', 'Suporte decide uma reclamação sem aprovação até'),
];
