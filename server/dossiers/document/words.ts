import { brandName } from '#server/settings/current/brand.ts';
import type { Dossier } from '#domain/dossiers/dossier.ts';

const zone = { timeZone: 'America/Sao_Paulo' } as const;
const moment = new Intl.DateTimeFormat('pt-BR', { ...zone, dateStyle: 'short', timeStyle: 'medium' });
const currency = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' });
const whole = new Intl.NumberFormat('pt-BR');

/** To the second, in São Paulo: `28/11/2026, 15:40:12`. */
export const momentText = (at: string) => moment.format(new Date(at));
export const maybeMoment = (at: string | null) => (at === null ? null : momentText(at));
export const money = (cents: number) => currency.format(cents / 100);
export const maybeMoney = (cents: number | null) => (cents === null ? null : money(cents));
export const number = (value: number) => whole.format(value);
export const bytes = (size: number) => `${number(Math.max(1, Math.round(size / 1_024)))} KB`;

/** Who did something: by name for the two sides. */
export function actorName(by: string, { people }: Pick<Dossier, 'people'>): string {
  if (by === 'buyer' || by === 'seller')
    return `${by === 'buyer' ? 'Quem comprou' : 'Quem vendeu'} (@${people[by].username})`;
  return by === 'staff' ? `Equipe ${brandName}` : `${brandName}, por prazo ou registro automático`;
}

/** The word for a code of the database; one that has none yet is shown as it is. */
export const wordFor = (words: Readonly<Record<string, string>>, code: string) => words[code] ?? code;

export const deliveryTypeWords: Readonly<Record<string, string>> = {
  automatic: 'Código entregue na hora',
  manual: 'Entrega digital por quem vende',
  shipping: 'Envio de pacote',
  pickup: 'Retirada em mãos',
};

export const cancelReasonWords: Readonly<Record<string, string>> = {
  no_stock: 'Quem vendeu não tinha mais o item',
  cannot_deliver: 'Quem vendeu não conseguia entregar',
  buyer_asked: 'Quem comprou pediu',
  other: 'Outro motivo',
};

export const handlingWords: Readonly<Record<string, string>> = {
  masked: 'contatos cobertos pelo filtro',
  held: 'retida pelo filtro',
  removed: 'retirada pela equipe',
  as_warned: 'enviada depois de um aviso do filtro',
};

export const provesWords: Readonly<Record<string, string>> = {
  delivery: 'Prova da entrega',
  refusal: 'Prova contra o cancelamento',
  return: 'Prova sobre a devolução',
};

export const refundReasonWords: Readonly<Record<string, string>> = {
  order_cancelled: 'Pedido cancelado',
  late_payment: 'Pagamento fora do prazo',
  duplicate_payment: 'Pagamento repetido',
  wrong_amount: 'Valor diferente do pedido',
  third_party_payer: 'Pago por outra pessoa',
  regret: 'Desistência da compra',
  seller_offer: 'Oferecido por quem vende',
  complaint: 'Reclamação',
  staff: 'Decisão da equipe',
  charged_back: 'Devolvido pelo banco de quem pagou',
};

export const refundStateWords: Readonly<Record<string, string>> = {
  requested: 'Solicitado',
  awaiting_return: 'Esperando a devolução',
  held: 'Esperando o resto',
  in_review: 'Em conferência',
  approved: 'Aprovado',
  processing: 'Devolvendo',
  completed: 'Devolvido',
  failed: 'Em nova tentativa',
  manual: 'Com a equipe',
  rejected: 'Recusado',
  used: 'Usado na compra',
};

export const returnStateWords: Readonly<Record<string, string>> = {
  to_post: 'A postar',
  posted: 'Postada',
  checking: 'Em conferência por quem vendeu',
  contested: 'Contestada',
  completed: 'Concluída',
  lapsed: 'Prazo vencido',
  cancelled: 'Cancelada',
};

export const returnReasonWords: Readonly<Record<string, string>> = {
  regret: 'arrependimento',
  complaint: 'reclamação',
  agreement: 'acordo',
};

export const complaintStateWords: Readonly<Record<string, string>> = {
  open: 'Aguardando quem vendeu',
  negotiating: 'Em negociação',
  in_mediation: 'Em mediação',
  decided: 'Decidida',
  appealed: 'Em recurso',
  closed: 'Encerrada',
};

export const endingWords: Readonly<Record<string, string>> = {
  agreed: 'por acordo',
  decided: 'por decisão',
  appeal_decided: 'por decisão do recurso',
  silence: 'por falta de resposta',
  withdrawn: 'por desistência de quem reclamou',
  forced: 'pela administração',
  charged_back: 'pela devolução do banco',
  return_failed: 'porque a devolução não aconteceu',
};

/** What a buyer wants, a side proposes and a decision gives. */
export const outcomeWords: Readonly<Record<string, string>> = {
  full: 'devolver o valor inteiro',
  return: 'devolver o valor depois que o item voltar',
  partial: 'devolver uma parte do valor',
  replacement: 'entregar outra unidade',
  fix: 'resolver o problema',
  keep: 'manter a compra como está',
  release: 'liberar o valor a quem vendeu',
  split: 'dividir o valor ao meio',
};

export const proposalStateWords: Readonly<Record<string, string>> = {
  open: 'aberta',
  accepted: 'aceita',
  refused: 'recusada',
  replaced: 'substituída',
  expired: 'vencida',
};

export const decisionWords: Readonly<Record<string, string>> = {
  analysis: 'Análise do pagamento',
  block: 'Valor da venda bloqueado',
};
