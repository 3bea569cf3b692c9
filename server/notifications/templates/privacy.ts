import { durationText } from '#domain/text/durations.ts';
import type { StrikeMeasure } from '#domain/accounts/strikes/strikes.ts';
import { measureText } from '#server/accounts/strikes/measure-text.ts';
import type { NoticeIcon } from '#domain/notifications/notices.ts';
import { rulesInForce } from '#server/settings/current/rules-in-force.ts';
import type { Facts, Notice, Templates } from '#server/notifications/notice.ts';

const url = '/conta/privacidade';
const levelUrl = '/conta#limite';
const date = new Intl.DateTimeFormat('pt-BR', { dateStyle: 'long', timeZone: 'America/Sao_Paulo' });

/** Notices about people's data, a pending deletion and staff decisions about their account. */
export const privacyTemplates = {
  'account.restricted': ({ data }: Facts) => [
    notice(
      'Sua conta tem limites por enquanto',
      `Você compra e anuncia menos do que antes. Motivo: ${text(data.reason)}`,
      'shield-alert',
      levelUrl,
    ),
  ],
  'account.suspended': ({ data }: Facts) => [
    notice(
      'Sua conta foi suspensa',
      `Até ${day(data.until)}. Motivo: ${text(data.reason)} Pedidos abertos e saldo continuam seus.`,
      'shield-alert',
    ),
  ],
  // The person can no longer sign in: a letter tells them.
  'account.banned': () => [],
  'account.strike_given': ({ data }: Facts) => [
    notice(
      'Você recebeu uma advertência',
      `${measureText(data.measure as StrikeMeasure, data.until as string | null)}. Motivo: ${text(data.reason)} Pedidos abertos e saldo continuam seus. Não concorda? Recorra.`,
      'shield-alert',
      '/conta/decisoes',
    ),
  ],
  'account.reinstated': ({ data }: Facts) => [reinstated(data)],
  'account.level_granted': () => [
    notice('Você chegou ao nível mais alto', 'Seus limites aumentaram.', 'badge-check', levelUrl),
  ],
  'account.level_withdrawn': ({ data }: Facts) => [
    notice(
      'Seu nível mudou',
      `Seus limites voltaram ao nível 2. Motivo: ${text(data.reason)}`,
      'shield-alert',
      levelUrl,
    ),
  ],
  'account.sessions_ended_by_staff': () => [
    notice(
      'A equipe encerrou suas sessões',
      'Fizemos isso para proteger sua conta. Se algo parece estranho, troque sua senha.',
      'log-out',
      '/conta/seguranca',
    ),
  ],
  'account.export_requested': () => [],
  'account.export_ready': () => [
    notice(
      'Seus dados estão prontos',
      `Baixe o arquivo em até ${durationText(rulesInForce.privacy.exportKeptMs)}.`,
      'file-down',
    ),
  ],
  // The person sees the change at once; an intruder would be announced by the letters about keys and devices.
  'account.tax_type_changed': () => [],
  'account.text_announced': ({ data }: Facts) => {
    const terms = data.slug === 'termos';
    return [
      notice(
        terms ? 'Os termos de uso mudam' : 'A política de privacidade muda',
        `A versão ${Number(data.version)} vale a partir de ${day(data.startsAt)}. ${
          terms
            ? 'Leia e aceite para continuar comprando e vendendo. Pedidos já feitos seguem como estão.'
            : 'Leia o que muda.'
        }`,
        'file-check',
        `/${text(data.slug)}?versao=${Number(data.version)}`,
      ),
    ];
  },
  // The person has just changed the switch; the history is on the same page.
  'account.consent_given': () => [],
  'account.consent_taken_back': () => [],
  'account.closure_asked': ({ data }: Facts) => [
    notice(
      'Pedido de exclusão recebido',
      `Sua conta será excluída em ${day(data.dueAt)}. Até lá, você pode desistir.`,
      'user-x',
    ),
  ],
  'account.closure_kept': () => [
    notice(
      'Exclusão cancelada',
      'Sua conta continua. Seus anúncios estão pausados: volte a vender quando quiser.',
      'user-check',
      '/conta/anuncios',
    ),
  ],
  'account.closure_near': ({ data }: Facts) => [
    notice(
      'Sua conta será excluída em breve',
      `Em ${day(data.dueAt)}. Depois disso não dá para voltar atrás.`,
      'user-x',
    ),
  ],
  'account.closure_postponed': ({ data }: Facts) => [
    notice('A exclusão da sua conta precisa esperar', list(data.reasons), 'hourglass'),
  ],
  'account.closed': () => [],
} satisfies Partial<Templates>;

/** A sanction that ended or was undone; an earlier one may go on, because it was another decision. */
function reinstated(data: Facts['data']): Notice {
  const { state, until } = data.after as { state: string; until?: string | null };
  const ended =
    (data.before as { state: string }).state === 'banned'
      ? 'O encerramento da sua conta foi desfeito'
      : 'A suspensão acabou';
  if (state === 'restricted')
    return notice(
      ended,
      'Os limites de antes continuam: foram outra decisão. Você já pode comprar e anunciar de novo dentro deles.',
      'shield-check',
      levelUrl,
    );
  if (state === 'suspended')
    return notice(
      ended,
      `A suspensão de antes continua até ${day(until)}: foi outra decisão. Pedidos abertos e saldo continuam seus.`,
      'shield-alert',
    );
  return notice('Sua conta voltou ao normal', 'Você já pode comprar e anunciar de novo.', 'shield-check');
}

function notice(title: string, description: string, icon: NoticeIcon, to = url): Notice {
  return { to: 'owner', title, description, icon, url: to };
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function list(value: unknown): string {
  return Array.isArray(value) ? value.join(' ') : '';
}

function day(value: unknown): string {
  return date.format(new Date(text(value)));
}
