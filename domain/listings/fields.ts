import { maxPaidPlaces } from './promotion.ts';
import { fieldsOfGroup } from '#domain/settings/groups.ts';
import type { SettingField } from '#domain/settings/groups.ts';

const day = 86_400_000;
const { time, count, share } = fieldsOfGroup('listings');

/** Settings of publishing, final review and paid places of the plans (§4.4, §4.5). */
export const listingFields: readonly SettingField[] = [
  time('listingExpiryMs', 'Validade de um anúncio', { min: day }),
  time('listings.expiryWarningMs', 'Aviso antes do vencimento'),
  count('listings.lowStockUnits', 'Aviso de estoque baixo com', { max: 1_000 }),
  time('listings.planHoldMs', 'Tempo até poder baixar de plano'),
  count('listings.promotion.places', 'Lugares do plano Diamante numa página de resultados', {
    max: maxPaidPlaces,
    help: 'No topo, em rodízio, e nunca mais de um a cada oito anúncios.',
  }),
  time('listings.promotion.turnMs', 'Rodízio do plano Diamante a cada', { max: day }),
  {
    path: 'listings.autoPublish',
    group: 'listings',
    label: 'Publicação sem revisão final',
    unit: 'choice',
    choices: [
      { value: 'never', label: 'Nunca' },
      { value: 'trusted_sellers', label: 'Vendedores de confiança' },
    ],
  },
  share('listings.sampledBps', 'Amostra revista mesmo assim'),
  share('listings.outlierBps', 'Preço fora do padrão a partir de'),
  share('listings.freeRiseBps', 'Aumento de preço que não pede revisão'),
  count('listings.fewestPrices', 'Preços na categoria para comparar', {
    min: 2,
    max: 500,
    help: 'Com menos anúncios não há mediana que valha.',
  }),
  share('listings.alikeBps', 'Títulos parecidos a partir de', { min: 3_000 }),
  time('listings.reviewTargetMs', 'Meta para revisar um anúncio'),
  time('listings.reviewLateMs', 'Revisão em atraso depois de', {
    help: 'O que espera mais vai para o topo da fila.',
  }),
  {
    path: 'listings.bannedWords',
    group: 'listings',
    label: 'Palavras que pedem atenção na revisão',
    unit: 'words',
  },
];
