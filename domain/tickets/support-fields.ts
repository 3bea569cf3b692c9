import { fieldsOfGroup } from '#domain/settings/groups.ts';
import type { SettingField } from '#domain/settings/groups.ts';

const day = 86_400_000;
const { hours, time, count } = fieldsOfGroup('support');

/** The settings of support (§4.11): working hours and time limits. */
export const supportFields: readonly SettingField[] = [
  hours('tickets.businessHours', 'Horário da equipe'),
  time('holds.holdMs', 'Um item aberto da fila fica com quem abriu por', { max: day }),
  hours('tickets.chatHours', 'Horário do chat', {
    help: 'Dentro dele a primeira resposta é em minutos. Um intervalo por linha: seg-sex 09:00-12:00.',
  }),
  time('tickets.chatAnswerMs', 'Primeira resposta no horário do chat', { max: day }),
  time('tickets.answerMs', 'Primeira resposta fora dele, em horas da equipe', { max: 10 * day }),
  time('tickets.solutionMs', 'Solução, em horas da equipe', { max: 30 * day }),
  time('tickets.assigneeSilenceMs', 'Silêncio de quem atende, no horário do chat, até voltar para a fila', {
    max: day,
  }),
  time('tickets.warnAfterMs', 'Silêncio até avisar que o atendimento vai encerrar'),
  time('tickets.warningMs', 'Silêncio depois do aviso até encerrar'),
  time('tickets.reopenMs', 'Tempo para reabrir um atendimento resolvido'),
  time('tickets.askRatingAfterMs', 'Espera até pedir a nota de um atendimento resolvido', { max: 30 * day }),
  time('tickets.rateMs', 'Tempo para dar ou mudar a nota'),
  count('tickets.maxOpen', 'Atendimentos abertos por pessoa', { min: 1, max: 100 }),
  count('tickets.maxFilesPerDay', 'Anexos por dia e pessoa', { min: 1, max: 1_000 }),
  count('tickets.maxFileMegabytesPerDay', 'Megabytes de anexos por dia e pessoa', {
    min: 10,
    max: 10_000,
  }),
];
