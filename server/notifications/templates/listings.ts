import type { ListingState } from '#domain/listings/listings.ts';
import { notice } from '#server/notifications/notice.ts';
import type { Facts, Templates } from '#server/notifications/notice.ts';

/** Notices for sellers about their listings and revisions. */
export const listingTemplates = {
  'listing.submitted': () => [],
  // The seller did this at the computer.
  'listing.phone_opened': () => [],
  'listing.review_late': ({ title }) => [
    notice(
      'seller',
      'A revisão está demorando',
      `«${title}» passou do prazo da revisão e agora está no topo da fila. Você não precisa fazer nada.`,
      'hourglass',
      shopUrl,
    ),
  ],
  'listing.approved': (facts) => [
    notice(
      'seller',
      'Anúncio no ar',
      `«${facts.title}» foi aprovado e já está à venda.`,
      'badge-check',
      listingUrl(facts),
    ),
  ],
  'listing.changes_requested': (facts) => [
    notice('seller', 'Seu anúncio precisa de um ajuste', note(facts), 'pencil', editUrl(facts)),
  ],
  'listing.rejected': (facts) => [
    notice('seller', 'Anúncio recusado', note(facts), 'circle-x', editUrl(facts)),
  ],
  'listing.suspended': ({ title, data }) => [
    notice(
      'seller',
      'Anúncio suspenso',
      `«${title}» saiu do ar. Motivo: ${String(data.reason)}`,
      'pause',
      shopUrl,
    ),
  ],
  'listing.republished': ({ title, data }) => {
    const { state } = data.after as { state: ListingState };
    return [
      state === 'sold_out'
        ? notice(
            'seller',
            'Anúncio liberado',
            `«${title}» está sem estoque. Reponha para voltar a vender.`,
            'package-open',
            shopUrl,
          )
        : notice('seller', 'Anúncio de volta ao ar', `«${title}» está à venda de novo.`, 'rocket', shopUrl),
    ];
  },
  'listing.removed_by_staff': ({ title, data }) => [
    notice(
      'seller',
      'Anúncio encerrado pela equipe',
      `«${title}». Motivo: ${String(data.reason)}`,
      'ban',
      shopUrl,
    ),
  ],
  'listing.paused_by_staff': ({ title, data }) => [
    notice(
      'seller',
      'Anúncio pausado pela equipe',
      `«${title}» parou de vender até você acertar e voltar a vender. Motivo: ${String(data.reason)}`,
      'pause',
      shopUrl,
    ),
  ],
  // The seller did it on the page that shows it.
  'account.vacation_planned': () => [],
  'account.vacation_changed': () => [],
  'account.vacation_ended': () => [],
  'account.vacation_cancelled': () => [],
  'listing.moved': (facts) => [
    notice('seller', 'Anúncio em outra categoria', moved(facts), 'split', editUrl(facts)),
  ],
  'listing.sold_out': (facts) => [
    notice(
      'seller',
      'Estoque esgotado',
      `Reponha o estoque de «${facts.title}» para voltar a vender.`,
      'package-open',
      editUrl(facts),
    ),
  ],
  'listing.published': (facts) => [
    notice('seller', 'Anúncio no ar', `«${facts.title}» já está à venda.`, 'badge-check', listingUrl(facts)),
  ],
  'listing.low_stock': (facts) => [
    notice(
      'seller',
      'Códigos acabando',
      `Restam ${String(facts.data.left)} códigos de «${facts.title}». Adicione mais para não parar de vender.`,
      'package-minus',
      editUrl(facts),
    ),
  ],
  'listing.expiring': (facts) => [
    notice(
      'seller',
      'Seu anúncio está perto do fim',
      `«${facts.title}» sai do ar em ${day(facts)}. Renove de graça para continuar vendendo.`,
      'calendar-clock',
      shopUrl,
    ),
  ],
  'listing.expired': (facts) => [
    notice(
      'seller',
      'Anúncio encerrado',
      `O prazo de «${facts.title}» acabou. Renove de graça e ele volta ao ar.`,
      'timer-off',
      `${shopUrl}?aba=encerrados`,
    ),
  ],
  'listing.week_over': ({ data }) => [
    notice('owner', 'Seu relatório semanal', weekText(data), 'chart-column', weekUrl(data)),
  ],
  // The seller who renewed knows it.
  'listing.renewed': () => [],
  'revision.submitted': () => [],
  'revision.review_late': ({ title }) => [
    notice(
      'seller',
      'A revisão está demorando',
      `A mudança de «${title}» passou do prazo e agora está no topo da fila. O anúncio continua no ar como está.`,
      'hourglass',
      shopUrl,
    ),
  ],
  'revision.withdrawn': () => [],
  'revision.applied': (facts) => [
    notice(
      'seller',
      'Mudança publicada',
      `A mudança de «${facts.title}» foi aprovada e já está no ar.`,
      'badge-check',
      listingUrl(facts),
    ),
  ],
  'revision.changes_requested': (facts) => [
    notice('seller', 'Sua mudança precisa de um ajuste', note(facts), 'pencil', editUrl(facts)),
  ],
  'revision.rejected': (facts) => [
    notice('seller', 'Mudança recusada', note(facts), 'circle-x', editUrl(facts)),
  ],
} satisfies Partial<Templates>;

const calendar = new Intl.DateTimeFormat('pt-BR', {
  day: 'numeric',
  month: 'long',
  timeZone: 'America/Sao_Paulo',
});

function day({ data }: Facts): string {
  return calendar.format(new Date(String(data.expiresAt)));
}

function note({ title, data }: Facts): string {
  const words = typeof data.note === 'string' && data.note ? data.note : 'Veja o motivo e envie de novo.';
  return `«${title}»: ${words}`;
}

/** The new category, the reason, and the answers that its page no longer shows. */
function moved({ title, data }: Facts): string {
  const dropped = data.dropped as string[];
  const gone = dropped.length > 0 ? ` A página não mostra mais: ${listed.format(dropped)}.` : '';
  return `«${title}» agora está em ${String(data.category)}.${gone} Motivo: ${String(data.reason)}`;
}

const shortDay = new Intl.DateTimeFormat('pt-BR', { day: '2-digit', month: '2-digit', timeZone: 'UTC' });
const decimal = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 1 });
const listed = new Intl.ListFormat('pt-BR');

/** «De 15/11 a 21/11: 120 visitas, 2 favoritos novos e 1 venda.» The dates are calendar days without a time zone. */
function weekText(data: Record<string, unknown>): string {
  const on = (name: string) => shortDay.format(new Date(String(data[name])));
  const happened = weekCounts
    .filter(([name]) => data[name] !== 0)
    .map(([name, one, many]) => `${String(data[name])} ${data[name] === 1 ? one : many}`);
  const conversion =
    typeof data.conversionBps === 'number' && data.conversionBps > 0
      ? ` De cada 100 visitas, ${decimal.format(data.conversionBps / 100)} viraram venda.`
      : '';
  const best = typeof data.mostVisited === 'string' ? ` O mais visto foi «${data.mostVisited}».` : '';
  return `De ${on('fromDate')} a ${on('toDate')}: ${listed.format(happened)}.${conversion}${best}`;
}

const weekCounts = [
  ['visits', 'visita', 'visitas'],
  ['favorites', 'favorito novo', 'favoritos novos'],
  ['questions', 'pergunta', 'perguntas'],
  ['sales', 'venda', 'vendas'],
] as const;
const weekUrl = (data: Record<string, unknown>) => `/conta/anuncios/semana?de=${String(data.fromDate)}`;
const shopUrl = '/conta/anuncios';
const listingUrl = ({ slug }: Facts) => `/anuncio/${slug}`;
const editUrl = ({ listingId }: Facts) => `/anunciar?id=${listingId}`;
