import { brandName } from '#web/ui/theme/brand.ts';
import type { ComplaintEntry, ComplaintProposal } from '#contract/complaints/case.ts';
import type { Complaint } from '#contract/complaints/complaints.ts';
import type { ComplaintEnding, ComplaintResult, ProposalKind } from '#domain/complaints/outcomes.ts';
import { otherSide } from '#domain/complaints/complaints.ts';
import type { ComplaintReason, ComplaintState } from '#domain/complaints/complaints.ts';
import type { StateLabel } from '#web/labels.ts';
import { formatCents, formatDateTime } from '#web/ui/data/formats.ts';
import { refundedBySilence, silenceRefundStep } from './silence-refund-texts.ts';
import { reasonTitles } from './reason-titles.ts';

/** The data of a case that its texts need, available to both sides and to staff. */
export type CaseFacts = Pick<
  Complaint,
  | 'state'
  | 'due'
  | 'promise'
  | 'result'
  | 'refundCents'
  | 'ending'
  | 'buyer'
  | 'seller'
  | 'reason'
  | 'appeals'
  | 'paidCents'
  | 'decisions'
>;

export const reasonTexts: Record<ComplaintReason, { title: string; text: string }> = {
  not_received: { title: reasonTitles.not_received, text: 'O prazo passou e nada chegou.' },
  not_as_described: { title: reasonTitles.not_as_described, text: 'Não é o que o anúncio dizia.' },
  invalid_code: { title: reasonTitles.invalid_code, text: 'O código não funciona.' },
  no_access: { title: reasonTitles.no_access, text: 'O login ou a senha não entram.' },
  broken_file: { title: reasonTitles.broken_file, text: 'Está com defeito ou em outro formato.' },
  damaged: { title: reasonTitles.damaged, text: 'Veio com defeito ou se estragou no caminho.' },
  recovered: { title: reasonTitles.recovered, text: 'Quem vendeu retomou o acesso.' },
  incomplete: { title: reasonTitles.incomplete, text: 'Faltou uma parte.' },
  late: { title: reasonTitles.late, text: 'Chegou tarde demais para mim.' },
  other: { title: reasonTitles.other, text: 'Conte com as suas palavras.' },
};

export const requestLabels = {
  full: 'O dinheiro de volta',
  partial: 'Uma parte do valor',
  replacement: 'Outra unidade',
  fix: 'Que resolvam o problema',
} as const;

export const complaintStateLabels: Record<ComplaintState, StateLabel> = {
  open: { label: 'Aguardando vendedor', tone: 'warning' },
  negotiating: { label: 'Em negociação', tone: 'warning' },
  in_mediation: { label: 'Em mediação', tone: 'info' },
  decided: { label: 'Decidida', tone: 'success' },
  appealed: { label: 'Em recurso', tone: 'info' },
  closed: { label: 'Encerrada', tone: 'neutral' },
};

export const resultLabels: Record<ComplaintResult, string> = {
  full: 'Devolver tudo',
  return: 'Reembolsar depois da devolução',
  partial: 'Devolver uma parte',
  replacement: 'Entregar outra unidade',
  release: 'Liberar a quem vendeu',
  split: 'Dividir ao meio',
};

export const proposalLabels: Record<ProposalKind, string> = {
  full: 'Devolver o valor inteiro',
  return: 'Devolver e receber tudo de volta',
  partial: 'Devolver uma parte do valor',
  replacement: 'Entregar outra unidade',
  fix: 'Resolver até uma data',
  keep: 'Manter a compra como está',
};

export const groundLabels: Record<string, string> = {
  new_fact: 'Há um fato novo',
  error: 'Há um erro na decisão',
};

/** A proposal in one line: «Devolver R$ 40,00 (40%)». */
export function proposalLine({
  kind,
  refundCents,
  percent,
  promiseBy,
}: Pick<ComplaintProposal, 'kind' | 'refundCents' | 'percent' | 'promiseBy'>): string {
  if (kind === 'full') return `Devolver ${formatCents(refundCents)}, o valor inteiro`;
  if (kind === 'return') return `Devolver o produto e receber ${formatCents(refundCents)} de volta`;
  if (kind === 'partial') return `Devolver ${formatCents(refundCents)} (${percent}%)`;
  return promiseBy ? `${proposalLabels[kind]}: até ${formatDateTime(promiseBy)}` : proposalLabels[kind];
}

/**
 * What a decision or an ending means in money and items.
 * @param reader the side that reads it and is addressed as «você»; undefined for staff
 */
export function outcomeLine(
  {
    result,
    refundCents,
    ending,
  }: {
    result: ComplaintResult | null;
    refundCents: number;
    ending: ComplaintEnding | null;
  },
  reader?: Side,
): string {
  const toBuyer = reader === 'buyer' ? 'para você' : 'a quem comprou';
  const withSeller = reader === 'seller' ? 'com você' : 'com quem vendeu';
  if (ending === 'withdrawn' && refundCents === 0)
    return reader === 'buyer' ? 'Você desistiu da reclamação.' : 'Quem comprou desistiu da reclamação.';
  if (ending === 'fund') return fundLine(refundCents, reader);
  if (ending === 'return_failed')
    return `A devolução terminou sem reembolso inteiro. ${refundCents > 0 ? 'O resto' : 'O valor'} fica ${withSeller}.`;
  switch (result) {
    case 'full':
      return `${formatCents(refundCents)} voltam ${toBuyer}.`;
    case 'return':
      return `${formatCents(refundCents)} voltam ${toBuyer} depois da devolução.`;
    case 'partial':
    case 'split':
      return `${formatCents(refundCents)} voltam ${toBuyer}. O resto fica ${withSeller}.`;
    case 'replacement':
      return 'Outra unidade é entregue.';
    default:
      return refundCents > 0
        ? `${formatCents(refundCents)} voltaram ${toBuyer}.`
        : `O valor fica ${withSeller}.`;
  }
}

/** N03: what happened in plain words after staff missed the final deadline. */
function fundLine(refundCents: number, reader?: Side): string {
  const toBuyer = reader === 'buyer' ? 'Você recebe' : 'Quem comprou recebe';
  const toSeller = reader === 'seller' ? 'a sua parte da venda é sua' : 'quem vendeu recebe a sua parte';
  return `A equipe não decidiu no prazo, e o fundo de garantia paga. ${toBuyer} ${formatCents(refundCents)} de volta e ${toSeller}. Ninguém perdeu a reclamação.`;
}

type Side = 'buyer' | 'seller';

/** How a reader or the staff see each side's name; `first` begins a sentence. */
export function sideNames(reader: Side | undefined, names: Record<Side, string>) {
  const nameOf = (side: Side, you: string) => (side === reader ? you : `@${names[side]}`);
  return {
    buyer: nameOf('buyer', 'você'),
    seller: nameOf('seller', 'você'),
    first: { buyer: nameOf('buyer', 'Você'), seller: nameOf('seller', 'Você') },
  };
}

/**
 * The next step, who acts and until when (N12).
 * @param reader the side that reads it and is addressed as «você»; undefined for staff
 */
export function nextSentence(found: CaseFacts, reader?: Side): { sentence: string; otherwise: string } {
  const { state, due, promise } = found;
  const { buyer, first } = sideNames(reader, found);
  const until = due ? formatDateTime(due.at) : '';
  if (refundedBySilence(found)) return silenceRefundStep(found, reader);
  switch (state) {
    case 'open':
      return {
        sentence: `${first.seller} tem até ${until} para responder.`,
        otherwise: 'Sem resposta até lá, o valor volta inteiro a quem comprou, na hora.',
      };
    case 'negotiating':
      return promise
        ? promiseSentence(found, reader)
        : {
            sentence: reader
              ? 'Conversem e fechem um acordo. Uma proposta aceita vale na hora.'
              : `Os dois lados negociam até ${until}. Uma proposta aceita vale na hora.`,
            otherwise: `Sem acordo até ${until}, a equipe ${brandName} entra e decide.`,
          };
    case 'in_mediation':
      return {
        sentence: `A equipe ${brandName} está analisando o caso e vai decidir.`,
        otherwise:
          due?.event === 'pay_by_fund'
            ? `Sem decisão até ${until}, o fundo de garantia paga os dois lados e ninguém perde.`
            : 'Respondam ao que a equipe perguntar: a falta de resposta pesa contra quem não respondeu.',
      };
    case 'decided':
      return {
        sentence: `${outcomeLine({ ...found, ending: null }, reader)} Recurso até ${until}.`,
        otherwise:
          promise && !promise.fulfilledAt
            ? `${first.seller} entrega a outra unidade até ${formatDateTime(promise.by)}, ou o valor volta a ${buyer}.`
            : 'Sem recurso, a decisão é cumprida quando o prazo acabar.',
      };
    case 'appealed':
      return due?.event === 'close_appeals'
        ? secondAppeal(found, reader)
        : {
            sentence: `Outra pessoa da equipe está julgando ${found.appeals.length > 1 ? 'os recursos' : 'o recurso'}.`,
            otherwise: due
              ? `A nova decisão encerra o caso no site. Sem ela até ${until}, o fundo de garantia paga e ninguém perde.`
              : 'A nova decisão encerra o caso no site.',
          };
    case 'closed':
      return { sentence: outcomeLine(found, reader), otherwise: '' };
  }
}

/** One side has appealed and the other still may (R08). */
function secondAppeal(found: CaseFacts, reader?: Side) {
  const by = found.appeals[0]!.side;
  const { first } = sideNames(reader, found);
  const until = formatDateTime(found.due!.at);
  return reader !== undefined && reader !== by
    ? {
        sentence: `${first[by]} recorreu. Você também pode recorrer até ${until}.`,
        otherwise: 'Sem o seu recurso, a equipe só julga o que o outro lado contesta; o resto é cumprido.',
      }
    : {
        sentence: `${first[otherSide[by]]} ainda pode recorrer até ${until}.`,
        otherwise: 'Depois disso outra pessoa da equipe decide, e o que ninguém contesta é cumprido.',
      };
}

function promiseSentence(found: CaseFacts, reader?: Side) {
  const { by, fulfilledAt } = found.promise!;
  const { seller, first } = sideNames(reader, found);
  return fulfilledAt
    ? {
        sentence: `${first.buyer} tem até ${formatDateTime(found.due!.at)} para conferir o que ${seller} entregou.`,
        otherwise: 'Sem resposta até lá, o acordo está cumprido e a reclamação se encerra.',
      }
    : {
        sentence: `${first.seller} cumpre o combinado até ${formatDateTime(by)}.`,
        otherwise: 'Se a data passar, o valor volta inteiro a quem comprou.',
      };
}

const entryTexts: Record<string, string> = {
  open: 'Reclamação aberta',
  answer: 'Respondeu à reclamação',
  presume_silent: 'Prazo da resposta encerrado: o valor voltou na hora',
  accept: 'Aceitou a proposta',
  confirm_promise: 'Confirmou que o combinado foi cumprido',
  confirm_by_time: 'Prazo para conferir encerrado: acordo cumprido',
  break_promise: 'A data do acordo passou sem entrega',
  escalate: `Chamou a equipe ${brandName}`,
  mediate_by_time: `Sem acordo no prazo: a equipe ${brandName} entrou`,
  decide: 'Decidiu o caso',
  close_silent: 'Encerrada: quem comprou não respondeu à equipe',
  appeal: 'Recorreu da decisão',
  concede: 'Aceitou a decisão',
  close_by_time: 'Prazo de recurso encerrado: decisão cumprida',
  decide_appeal: 'Decidiu o recurso',
  withdraw: 'Desistiu da reclamação',
  end_by_force: 'A administração mudou a situação do pedido e encerrou o caso',
  end_by_bank: 'O banco de quem comprou pegou o valor de volta: caso encerrado',
  pay_by_fund: 'A equipe não decidiu no prazo: o fundo de garantia pagou',
  propose: 'Fez uma proposta',
  refuse: 'Recusou a proposta',
  expire_proposal: 'A proposta venceu sem resposta',
  agree: 'Aceitou a proposta: acordo fechado',
  fulfil: 'Entregou o que foi combinado',
  add_file: 'Enviou um arquivo',
  remind: 'Lembrete enviado a quem vendeu',
  take: 'A equipe assumiu o caso',
  ask_evidence: 'Pediu mais informações',
  answer_request: 'Respondeu à equipe',
  lapse_request: 'Prazo da resposta à equipe encerrado',
  raise: 'O caso passou para a administração',
  waive: 'Aceitou a decisão e não recorre',
  end_return: 'A devolução terminou sem reembolso inteiro',
  close_appeals: 'Prazo de recurso do outro lado encerrado',
};

/** One line of the timeline, with its figures. */
export function entryLine({ event, facts }: Pick<ComplaintEntry, 'event' | 'facts'>): string {
  const text = entryTexts[event] ?? 'Mudança na reclamação';
  if (event === 'add_file') return `${text}: ${String(facts.name)}`;
  if (event === 'propose' || event === 'refuse')
    return `${text}: ${proposalLine(facts as unknown as ComplaintProposal)
      .toLowerCase()
      .replace('r$', 'R$')}`;
  return text;
}

/** The actor's name as the two sides and staff read it. */
export function actorName({ actor }: Pick<ComplaintEntry, 'actor'>, { buyer, seller }: CaseFacts): string {
  if (actor === 'buyer') return `@${buyer}`;
  if (actor === 'seller') return `@${seller}`;
  return actor === 'staff' ? `Equipe ${brandName}` : brandName;
}
