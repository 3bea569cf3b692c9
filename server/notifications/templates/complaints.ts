import { brandName } from '#server/settings/current/brand.ts';
import { formatCents, formatMoment } from '#server/formats.ts';
import { notice } from '#server/notifications/notice.ts';
import type { Facts, Notice, Templates } from '#server/notifications/notice.ts';

type Side = 'buyer' | 'seller';
const sides: readonly Side[] = ['buyer', 'seller'];
const other: Record<Side, Side> = { buyer: 'seller', seller: 'buyer' };

/** Notices for both sides of a complaint. Each of them concerns rights and money. */
export const complaintTemplates = {
  'complaint.opened': (facts) => [
    toSide(
      facts,
      'seller',
      'Você recebeu uma reclamação',
      `Responda sobre «${facts.title}» até ${when(facts.data.until)}. Sem resposta, o valor volta a quem comprou.`,
    ),
    toSide(
      facts,
      'buyer',
      'Reclamação aberta',
      `Quem vendeu tem até ${when(facts.data.until)} para responder sobre «${facts.title}». O valor está guardado.`,
    ),
  ],
  'complaint.answer_due': (facts) => [
    toSide(
      facts,
      'seller',
      'Responda à reclamação',
      `O prazo sobre «${facts.title}» acaba em ${when(facts.data.until)}. Depois o valor volta inteiro a quem comprou.`,
    ),
  ],
  'complaint.answered': (facts) => [
    toSide(
      facts,
      'buyer',
      'Quem vendeu respondeu',
      `Leia a resposta sobre «${facts.title}» e proponha um acordo.`,
    ),
  ],
  'complaint.proposed': (facts) => [
    toSide(
      facts,
      other[sideOf(facts)],
      'Nova proposta de acordo',
      `Proposta sobre «${facts.title}»: ${proposalText(facts)}. Aceite ou recuse${answerBy(facts)}.`,
    ),
  ],
  'complaint.proposal_refused': (facts) => [
    toSide(
      facts,
      other[sideOf(facts)],
      'Proposta recusada',
      `Sua proposta sobre «${facts.title}» não foi aceita. Você pode fazer outra.`,
    ),
  ],
  'complaint.agreed': (facts) =>
    sides.map((side) =>
      toSide(
        facts,
        side,
        'Acordo fechado',
        `O combinado sobre «${facts.title}» vale até ${when(facts.data.promiseBy)}.`,
      ),
    ),
  'complaint.fulfilled': (facts) => [
    toSide(
      facts,
      'buyer',
      'Quem vendeu entregou o combinado',
      `Confira «${facts.title}» e diga se está certo.`,
    ),
  ],
  'complaint.evidence_added': (facts) => [
    toSide(
      facts,
      other[sideOf(facts)],
      'Nova prova na reclamação',
      `O outro lado enviou um arquivo sobre «${facts.title}».`,
    ),
  ],
  'complaint.mediated': (facts) =>
    sides.map((side) =>
      toSide(
        facts,
        side,
        `A equipe ${brandName} entrou no caso`,
        `Vamos analisar a reclamação de «${facts.title}» e decidir.`,
      ),
    ),
  'complaint.evidence_asked': (facts) => [
    toSide(
      facts,
      sideOf(facts),
      'A equipe precisa de você',
      `Responda sobre «${facts.title}» até ${when(facts.data.until)}. Sem resposta, isso pesa contra você.`,
    ),
  ],
  'complaint.evidence_given': (facts) => [
    toSide(
      facts,
      other[sideOf(facts)],
      'O outro lado respondeu à equipe',
      `Veja a resposta na reclamação de «${facts.title}».`,
    ),
  ],
  'complaint.evidence_lapsed': (facts) => [
    toSide(
      facts,
      sideOf(facts),
      'O prazo da resposta acabou',
      facts.data.until
        ? `Responda sobre «${facts.title}» até ${when(facts.data.until)} ou a reclamação se encerra.`
        : `A falta de resposta à equipe sobre «${facts.title}» pesa contra você.`,
    ),
  ],
  'complaint.raised': (facts) =>
    sides.map((side) =>
      toSide(
        facts,
        side,
        'Seu caso subiu de prioridade',
        `Uma administradora ou um administrador decide agora a reclamação de «${facts.title}».`,
      ),
    ),
  'complaint.decided': (facts) =>
    sides.map((side) =>
      toSide(
        facts,
        side,
        'A reclamação foi decidida',
        facts.data.paid === true
          ? refundedText(facts, side)
          : `«${facts.title}»: ${resultText(facts)}. Recurso até ${when(facts.data.appealUntil)}.`,
      ),
    ),
  'complaint.appealed': (facts) => [
    toSide(
      facts,
      sideOf(facts),
      'Recurso recebido',
      `Outra pessoa da equipe vai decidir o caso de «${facts.title}».`,
    ),
    toSide(
      facts,
      other[sideOf(facts)],
      'O outro lado recorreu',
      facts.data.otherUntil
        ? `Se também discorda da decisão sobre «${facts.title}», recorra até ${when(facts.data.otherUntil)}. O valor em disputa espera.`
        : `Outra pessoa da equipe vai decidir o caso de «${facts.title}». O valor em disputa espera.`,
    ),
  ],
  'complaint.closed': (facts) =>
    sides.map((side) =>
      toSide(facts, side, 'Reclamação encerrada', `«${facts.title}»: ${endText(facts, side)}.`),
    ),
} satisfies Partial<Templates>;

const sideOf = ({ data }: Facts): Side => (data.side === 'seller' ? 'seller' : 'buyer');

function toSide({ orderHash }: Facts, side: Side, title: string, words: string): Notice {
  return notice(side, title, words, 'scale', `/pedido/${orderHash}#reclamacao`);
}

const when = (instant: unknown) => formatMoment(new Date(String(instant)));

const money = (cents: unknown) => formatCents(Number(cents ?? 0));

/** Events that an older version queued have no end. */
const answerBy = ({ data }: Facts) => (data.until ? ` até ${when(data.until)}` : '');

function proposalText({ data }: Facts): string {
  switch (data.kind) {
    case 'full':
      return `devolver ${money(data.refundCents)}, o valor inteiro`;
    case 'return':
      return `devolver o produto e receber ${money(data.refundCents)} de volta`;
    case 'partial':
      return `devolver ${money(data.refundCents)}`;
    case 'replacement':
      return 'entregar outra unidade';
    case 'fix':
      return 'resolver até uma data';
    default:
      return 'manter a compra como está';
  }
}

/** R04: the buyer has been refunded, and only the seller may appeal (decision 72). */
function refundedText({ title, data }: Facts, side: Side): string {
  const back = money(data.refundCents);
  return side === 'buyer'
    ? `Quem vendeu não respondeu sobre «${title}». ${back} já estão voltando para você.`
    : `Você não respondeu sobre «${title}» e ${back} voltaram a quem comprou. Recurso até ${when(data.appealUntil)}: se for aceito, o fundo de garantia paga a sua parte.`;
}

function endText(facts: Facts, side: Side): string {
  const { compensationCents, buyerDebtCents, ending } = facts.data;
  if (ending === 'fund') return fundText(facts, side);
  if (compensationCents === undefined) return resultText(facts);
  if (side === 'seller')
    return `seu recurso foi aceito e o fundo de garantia pagou ${money(compensationCents)} a você`;
  return Number(buyerDebtCents) > 0
    ? `o recurso de quem vendeu foi aceito e houve abuso. Você deve ${money(buyerDebtCents)}, que descontamos do seu saldo`
    : 'o recurso de quem vendeu foi aceito, e o valor que voltou continua seu';
}

/** N03: staff missed the final deadline, and neither side lost. */
function fundText({ data }: Facts, side: Side): string {
  const { buyerCents, sellerCents } = data.fund as { buyerCents: number; sellerCents: number };
  const silence = 'a equipe não decidiu no prazo, e a falha é nossa';
  if (side === 'seller')
    return buyerCents > 0
      ? `${silence}. O fundo de garantia pagou quem comprou, e a sua parte da venda, ${money(sellerCents)}, é sua`
      : `${silence}. O fundo de garantia paga ${money(sellerCents)} a você`;
  return buyerCents > 0
    ? `${silence}. O fundo de garantia devolve ${money(buyerCents)} a você`
    : `${silence}. O que voltou para você continua seu`;
}

function resultText({ data }: Facts): string {
  if (data.ending === 'withdrawn') return 'quem comprou desistiu da reclamação';
  switch (data.result) {
    case 'full':
      return `${money(data.refundCents)} voltam inteiros a quem comprou`;
    case 'return':
      return `${money(data.refundCents)} voltam a quem comprou depois da devolução`;
    case 'partial':
    case 'split':
      return `${money(data.refundCents)} voltam a quem comprou e o resto fica com quem vendeu`;
    case 'replacement':
      return 'outra unidade é entregue';
    default:
      return 'o valor fica com quem vendeu';
  }
}
