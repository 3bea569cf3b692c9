import { appealKindNames, appealKindOf } from '#domain/appeals/kinds.ts';
import { durationText } from '#domain/text/durations.ts';
import { notice } from '#server/notifications/notice.ts';
import type { Facts, Templates } from '#server/notifications/notice.ts';
import { rulesInForce } from '#server/settings/current/rules-in-force.ts';

const url = '/conta/decisoes';

/** Notices about appeals against decisions of staff (N04), for their person and for admins. */
export const appealTemplates = {
  'appeal.opened': ({ data }) => [
    notice(
      'owner',
      'Recebemos seu recurso',
      `${nameOf(data)}: outra pessoa da equipe decide em até ${durationText(rulesInForce.appeals.decideMs)}.`,
      'scale',
      url,
    ),
  ],
  'appeal.upheld': ({ data }) => [
    notice(
      'owner',
      'Seu recurso foi decidido',
      `${nameOf(data)}: outra pessoa conferiu e manteve a decisão. Motivo: ${text(data.reason)}`,
      'scale',
      url,
    ),
  ],
  'appeal.overturned': ({ data }) => [
    notice(
      'owner',
      'Seu recurso foi aceito',
      `${nameOf(data)}: a decisão foi desfeita. ${text(data.remainder) || `Motivo: ${text(data.reason)}`}`,
      'badge-check',
      url,
    ),
  ],
  'appeal.escalated': ({ data }) => [
    notice(
      'owner',
      'Seu recurso passou do prazo',
      `${nameOf(data)}: ainda não decidimos, e ele está agora com a administração, no topo da fila.`,
      'hourglass',
      url,
    ),
  ],
  'staff.appeal_escalated': ({ data }) => [
    notice(
      'owner',
      'Um recurso passou do prazo',
      `${nameOf(data)}: ninguém decidiu a tempo. Decida agora.`,
      'scale',
      '/dashboard/recursos',
    ),
  ],
} satisfies Partial<Templates>;

function nameOf({ of }: Facts['data']): string {
  const kind = appealKindNames.find((name) => name === of);
  return kind === undefined ? 'Decisão da equipe' : appealKindOf(kind).label;
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
