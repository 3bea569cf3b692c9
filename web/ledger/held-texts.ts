import type { Reply } from '#contract/endpoint.ts';
import type { listHeldMoney } from '#contract/ledger/statements.ts';
import type { HeldAccount, HeldReason } from '#domain/ledger/held-money.ts';
import { pendingResponseStep } from '#web/orders/pending-response-step.ts';
import { formatCount, formatDateTime } from '#web/ui/data/formats.ts';

export type HeldLine = Reply<typeof listHeldMoney>['items'][number];

/** Accounts that hold unavailable money, as named on the screen. */
export const heldAccountLabels: Record<HeldAccount, string> = {
  pending_release: 'A liberar',
  escrow: 'Guardado em pedidos',
  blocked: 'Bloqueado',
  withdrawal_in_transit: 'Em saque',
  refund_due: 'Voltando para você',
};

interface Explanation {
  /** The rule, in one sentence. */
  why: string;
  /** What happens at the date if no one acts. */
  atDate: (until: string, freeAt: string) => string;
  /** What would release it sooner, or that nothing does. */
  sooner: string;
}

/** Shown instead when a sale is held for its category's own release delay (§4.3). */
const categoryExplanations: Partial<Record<HeldReason, (rule: string) => string>> = {
  awaiting_confirmation: (rule) => `Falta quem comprou confirmar o recebimento. ${rule}`,
  on_hold: (rule) => `A venda está concluída. ${rule}`,
};

/** The text of every reason (N01). A reason without a text does not compile. */
const explanations: Record<HeldReason, Explanation> = {
  awaiting_codes: {
    why: 'O pagamento entrou e os códigos estão sendo entregues.',
    atDate: (until) => `Se não forem entregues até ${until}, o valor volta para quem comprou.`,
    sooner: 'Os códigos são entregues automaticamente. Se o estoque falhar, avisamos você.',
  },
  awaiting_start: {
    why: 'A venda está paga e a entrega ainda não começou.',
    atDate: (until) => `Sem início até ${until}, a venda é cancelada e o valor volta para quem comprou.`,
    sooner: 'Iniciar a entrega e marcar como entregue.',
  },
  awaiting_delivery: {
    why: 'A entrega começou e ainda não foi marcada como concluída.',
    atDate: (until) => `Sem entrega até ${until}, a venda é cancelada e o valor volta para quem comprou.`,
    sooner: 'Entregar e marcar como entregue.',
  },
  awaiting_confirmation: {
    why: 'Falta quem comprou confirmar o recebimento.',
    atDate: (until, freeAt) =>
      `Sem resposta até ${until}, a venda é concluída automaticamente e o valor fica disponível em ${freeAt}.`,
    sooner: 'A confirmação conclui a venda na hora. O prazo de reclamação continua valendo depois dela.',
  },
  in_complaint: {
    why: 'Há uma reclamação neste pedido. Só o valor dele espera; o resto continua livre.',
    atDate: (until) => `O próximo passo da reclamação é até ${until}.`,
    sooner: 'Um acordo com quem comprou, ou a retirada da reclamação.',
  },
  contested: {
    why: 'O banco de quem pagou analisa uma contestação. Só o valor deste pedido espera; o resto continua livre.',
    atDate: (until) => `O banco decide até ${until}, no mais tardar. Um Pix costuma levar 11 dias.`,
    sooner: 'Só o banco encerra a análise antes: por decisão ou porque quem pagou cancelou a contestação.',
  },
  in_analysis: {
    why: 'A equipe confere este pagamento. Só o valor deste pedido espera; o resto continua livre.',
    atDate: (until) =>
      `Se nada for encontrado até ${until}, o pedido segue automaticamente, com o prazo que restava.`,
    sooner: 'A equipe libera assim que terminar. Você não precisa fazer nada.',
  },
  blocked_by_team: {
    why: 'A equipe bloqueou o valor desta venda. Só ele espera; o resto do seu saldo continua livre para saque.',
    atDate: (until) => `O bloqueio acaba em ${until}, e o valor volta a ser seu.`,
    sooner: 'A equipe libera assim que a dúvida acabar. Se discorda, conteste a retenção.',
  },
  regretted: {
    why: 'Quem comprou desistiu da compra e a equipe decide. Só o valor deste pedido espera.',
    atDate: (until) => `A equipe decide até ${until}. Recusada a desistência, a venda segue como estava.`,
    sooner: 'Devolver o valor encerra a espera. Fora isso, a equipe decide por ordem de chegada.',
  },
  coming_back: {
    why: 'Quem comprou devolve o que recebeu. Só o valor deste pedido espera; o resto continua livre.',
    atDate: (until) => `O próximo passo da devolução é até ${until}.`,
    sooner: 'Confirmar que a devolução chegou encerra a espera.',
  },
  on_hold: {
    why: 'A venda está concluída e corre o prazo de reclamação de quem comprou.',
    atDate: (until) => `O valor entra automaticamente no saldo disponível em ${until}.`,
    sooner: 'Nada encurta este prazo. Você não precisa fazer nada.',
  },
  withdrawal_in_review: {
    why: 'Você pediu este saque e a equipe está conferindo.',
    atDate: (until) => `O Pix sai até ${until}.`,
    sooner: 'Cancelar o saque devolve o valor inteiro ao saldo agora.',
  },
  withdrawal_on_its_way: {
    why: 'O saque foi aprovado e está a caminho do seu banco.',
    atDate: (until) => `O Pix chega até ${until}.`,
    sooner: 'O banco confirma automaticamente. Você não precisa fazer nada.',
  },
  withdrawal_tried_again: {
    why: 'O banco não aceitou o Pix e estamos tentando de novo.',
    atDate: (until) => `Se não der certo até ${until}, o valor volta inteiro ao saldo.`,
    sooner: 'Confira com seu banco se a chave do seu documento está ativa.',
  },
  awaiting_rest: {
    why: 'Você pagou menos que o total e o valor espera o resto.',
    atDate: (until) => `Sem o resto até ${until}, o valor volta inteiro para você.`,
    sooner: 'Pagar o que falta, na página do pedido.',
  },
  refund_in_review: {
    why: 'O valor é alto e a equipe confere o reembolso antes de enviar.',
    atDate: (until) => `O valor sai até ${until}.`,
    sooner: 'A equipe confere em ordem de chegada. Você não precisa fazer nada.',
  },
  refund_on_its_way: {
    why: 'O pedido terminou sem compra e o valor está voltando pelo meio do pagamento.',
    atDate: (until) => `O valor chega até ${until}.`,
    sooner: 'O banco confirma automaticamente. Você não precisa fazer nada.',
  },
  refund_tried_again: {
    why: 'O banco não aceitou o reembolso e estamos tentando de novo.',
    atDate: (until) => `O valor chega até ${until}.`,
    sooner: 'Tentamos de novo automaticamente. Você não precisa fazer nada.',
  },
  refund_by_hand: {
    why: 'O banco não aceitou o reembolso. A equipe está cuidando dele.',
    atDate: (until) => `O valor chega até ${until}.`,
    sooner: 'Se a equipe pedir uma chave Pix sua, responda pelo atendimento.',
  },
};

/** Why the money is held, what happens next, and what would release it sooner. A date in the past is shown as past. */
export function explainHeld(line: HeldLine, now: string): { why: string; atDate: string; sooner: string } {
  const { why, atDate, sooner } = explanations[line.reason];
  const rule = line.categoryHold && ruleOf(line.categoryHold);
  const until = formatDateTime(line.until);
  if (line.complaint) return { why, atDate: orderStepText(line.complaint, now), sooner };
  return {
    why: line.blockWords
      ? `${why} Motivo: «${line.blockWords}»`
      : (rule && categoryExplanations[line.reason]?.(rule)) || why,
    atDate:
      line.until < now
        ? `O prazo era ${until} e estamos cuidando disso. Se precisar, fale com o atendimento.`
        : atDate(until, line.freeAt ? formatDateTime(line.freeAt) : until),
    sooner,
  };
}

/** The same next step as on the order's own page: who acts until when, and what happens otherwise (N12). */
function orderStepText({ buyer, waits }: NonNullable<HeldLine['complaint']>, now: string): string {
  const { sentence, otherwise } = pendingResponseStep(
    { otherParty: `@${buyer}`, now, amountCents: 0 },
    'seller',
    waits,
  );
  return `${sentence} ${otherwise}`;
}

function ruleOf({ category, days }: NonNullable<HeldLine['categoryHold']>): string {
  return `Em «${category}», o valor espera ${formatCount(days, 'dia', 'dias')} depois da entrega.`;
}
