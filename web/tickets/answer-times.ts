import type { Reply } from '#contract/endpoint.ts';
import type { listTickets, Ticket } from '#contract/tickets/tickets.ts';
import { formatDate, formatDay, formatTime } from '#web/ui/data/formats.ts';

/** Whether the team answers now, or when it will. */
export function hoursText(hours: Reply<typeof listTickets>['hours'], now: Date): string {
  return 'openUntil' in hours
    ? `A equipe responde hoje até as ${formatTime(hours.openUntil)}.`
    : `Agora a equipe está fora do horário. Volta ${whenText(hours.opensAt, now)}.`;
}

/** The place in line of a ticket without an answer, and when it comes. */
export function pendingText({ ahead, answerDueAt }: NonNullable<Ticket['pending']>, now: Date): string {
  const place =
    ahead === 0
      ? 'Sua pergunta é a próxima da fila.'
      : `Há ${ahead} ${ahead === 1 ? 'pergunta' : 'perguntas'} antes da sua.`;
  return answerDueAt === null || new Date(answerDueAt) <= now
    ? place
    : `${place} A resposta chega até ${whenText(answerDueAt, now)}.`;
}

const dayMs = 86_400_000;

/** «hoje às 15:40», «amanhã às 09:00», «em 12 mar 2026 às 09:00». */
function whenText(moment: string, now: Date): string {
  const time = formatTime(moment);
  if (formatDay(moment, now) === 'hoje') return `hoje às ${time}`;
  if (formatDay(moment, now.getTime() + dayMs) === 'hoje') return `amanhã às ${time}`;
  return `em ${formatDate(moment)} às ${time}`;
}
