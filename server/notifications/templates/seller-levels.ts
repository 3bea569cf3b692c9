import { sellerLevelNames } from '#domain/accounts/seller-levels/rules.ts';
import type { SellerLevel } from '#domain/accounts/seller-levels/rules.ts';
import { notice } from '#server/notifications/notice.ts';
import type { Facts, Templates } from '#server/notifications/notice.ts';

/** Notices for sellers about their level and their thermometer (§4.13). */
export const sellerLevelTemplates = {
  'account.seller_level_raised': ({ data }) => [
    notice(
      'owner',
      'Seu nível de vendedor subiu',
      `Agora você é ${nameOf(data.to)}. As vendas novas já têm as condições deste nível.`,
      'rocket',
      '/conta',
    ),
  ],
  'account.seller_level_warned': ({ data }) => [
    notice(
      'owner',
      'Seu nível de vendedor está em risco',
      `Este mês ficou abaixo do que o nível ${nameOf(data.from)} pede. Se o próximo também ficar, o nível cai.`,
      'trending-down',
      '/conta',
    ),
  ],
  'account.seller_level_lowered': ({ data }) => [
    notice(
      'owner',
      'Seu nível de vendedor caiu',
      `De ${nameOf(data.from)} para ${nameOf(data.to)}. Os pedidos já feitos mantêm as condições de antes.`,
      'trending-down',
      '/conta',
    ),
  ],
  'account.sales_stopped': () => [
    notice(
      'owner',
      'Suas vendas novas pararam',
      'Reclamações, cancelamentos ou atrasos passaram do limite. Entregue os pedidos abertos: eles seguem normalmente. Contamos de novo todo dia.',
      'octagon-alert',
      '/conta',
    ),
  ],
  'account.sales_resumed': () => [
    notice(
      'owner',
      'Você voltou a vender',
      'Seus números melhoraram, e seus anúncios aceitam pedidos de novo.',
      'store',
      '/conta/anuncios',
    ),
  ],
  'account.seller_interviewed': () => [
    notice(
      'owner',
      'Entrevista registrada',
      'A entrevista que o nível Diamante pede está feita. O nível muda na próxima conferência do mês, se o resto estiver em dia.',
      'badge-check',
      '/conta',
    ),
  ],
  'order.counting_contested': () => [],
  'order.counting_decided': (facts) => [
    notice(
      'seller',
      'Sua contestação foi decidida',
      facts.data.accepted === true
        ? `A venda de «${facts.title}» não conta mais para o seu nível.`
        : `A venda de «${facts.title}» continua contando. Veja o motivo no pedido.`,
      'scale',
      `/pedido/${facts.orderHash}`,
    ),
  ],
} satisfies Partial<Templates>;

const nameOf = (level: Facts['data'][string]) => sellerLevelNames[level as SellerLevel];
