import { brandName } from '#web/ui/theme/brand.ts';
import type { OrderPendingResponse } from '#contract/orders/parts.ts';
import type { PendingResponseKind } from '#domain/orders/pending-response.ts';
import { formatCents } from '#web/ui/data/formats.ts';
import { formatDeadline } from './deadlines.ts';
import type { Side, Step, StepButton, StepFacts } from './step.ts';

export const escrowTextForBuyer = `Seu dinheiro está guardado pela ${brandName} até você confirmar o recebimento.`;

export function escrowTextForSeller(amountCents: number): string {
  return `Sua parte, ${formatCents(amountCents)}, está guardada. Ela fica livre depois da conclusão e do prazo de liberação.`;
}

/** The next step while a response is pending: in a cancellation request, a regret, a review or a complaint. */
export function pendingResponseStep(
  facts: Pick<StepFacts, 'otherParty' | 'now' | 'amountCents'>,
  side: Side,
  wait: OrderPendingResponse,
): Step {
  const { otherParty, now, amountCents } = facts;
  const late = wait.until < now;
  const afterwards = formatDeadline(wait.afterwards ?? wait.until, now);
  const [sentence, otherwise, actor] = table[wait.for][side](otherParty, formatDeadline(wait.until, now), {
    late,
    afterwards,
  });
  return {
    sentence,
    otherwise,
    actor,
    money: moneyText(wait.for, side, amountCents),
    deadline: late && wait.afterwards ? wait.afterwards : wait.until,
    button: actor === side ? (buttons[wait.for] ?? 'answer') : null,
  };
}

const buttons: Partial<Record<PendingResponseKind, StepButton>> = {
  return_posting: 'give_back',
  return_check: 'check_return',
};

/** Where the money is meanwhile. In a regret it may have left escrow, so the sentence says only where it would go. */
function moneyText(pending: PendingResponseKind, side: Side, amountCents: number): string {
  if (pending === 'regret') return `Aprovada a desistência, ${returnTexts[side]}.`;
  if (pending.startsWith('return_')) return stoppedTexts[side];
  if (pending !== 'cancellation') return frozenTexts[side];
  return side === 'buyer' ? escrowTextForBuyer : escrowTextForSeller(amountCents);
}

const frozenTexts: Record<Side, string> = {
  buyer: 'O valor deste pedido fica parado até a decisão.',
  seller: 'Só o valor deste pedido fica parado até a decisão; o resto do seu saldo continua livre.',
};

const stoppedTexts: Record<Side, string> = {
  buyer: 'O valor deste pedido fica parado até o fim da devolução.',
  seller: 'Só o valor deste pedido fica parado até o fim da devolução.',
};

const returnTexts: Record<Side, string> = {
  buyer: 'o valor volta inteiro para você',
  seller: 'o valor volta a quem comprou',
};

/** Sentence, what happens without an answer, and who must act. */
type StepTexts = [sentence: string, otherwise: string, actor: Step['actor']];
type Row = Record<Side, (other: string, until: string, after: DeadlineState) => StepTexts>;

/** Whether the deadline has passed, and when its consequence follows. */
interface DeadlineState {
  late: boolean;
  afterwards: string;
}

const table: Record<PendingResponseKind, Row> = {
  cancellation: {
    buyer: (other, until) => [
      `Você pediu o cancelamento. ${other} responde até ${until}.`,
      'Sem resposta até lá, o valor volta inteiro para você.',
      'seller',
    ],
    seller: (other, until) => [
      `${other} pediu cancelamento. Responda até ${until}.`,
      'Sem resposta até lá, a venda é cancelada.',
      'seller',
    ],
  },
  regret: {
    buyer: (_, until) => [
      `Você desistiu da compra. A equipe ${brandName} responde até ${until}.`,
      'Recusada, a compra segue como está.',
      'platform',
    ],
    seller: (other, until) => [
      `${other} desistiu da compra. A equipe ${brandName} decide até ${until}.`,
      'Recusada, a venda segue como está.',
      'platform',
    ],
  },
  return_posting: {
    buyer: (other, until) => [
      `Envie de volta para ${other} até ${until}.`,
      'Sem envio até lá, a devolução termina e a compra segue.',
      'buyer',
    ],
    seller: (other, until) => [
      `${other} devolve a compra e tem até ${until} para enviar.`,
      'Sem envio até lá, a venda segue.',
      'buyer',
    ],
  },
  return_transit: {
    buyer: (other, until) => [
      `A devolução está a caminho de ${other}. Prazo da entrega: ${until}.`,
      'Depois da entrega, quem vendeu confere o que voltou.',
      'platform',
    ],
    seller: (_, until) => [
      `A devolução está a caminho de você. Prazo da entrega: ${until}.`,
      'Quando chegar, confira o que voltou.',
      'platform',
    ],
  },
  return_check: {
    buyer: (other, until) => [
      `${other} confere o que voltou até ${until}.`,
      'Sem resposta até lá, o valor volta para você.',
      'seller',
    ],
    seller: (_, until) => [
      `Confira até ${until} o que voltou.`,
      'Sem resposta até lá, o valor volta a quem comprou.',
      'seller',
    ],
  },
  return_contest: fundFollows(
    `A equipe ${brandName} decide sobre a devolução`,
    `A equipe ${brandName} devia ter decidido sobre a devolução`,
  ),
  answer: {
    buyer: (other, until) => [
      `${other} tem até ${until} para responder à sua reclamação.`,
      'Sem resposta até lá, o valor volta inteiro para você.',
      'seller',
    ],
    seller: (_, until) => [
      `Há uma reclamação. Envie sua versão até ${until}.`,
      'Sem resposta até lá, o valor volta inteiro a quem comprou.',
      'seller',
    ],
  },
  agreement: sameForBoth(
    'own',
    `Sem acordo até lá, a equipe ${brandName} entra e decide.`,
    (other, until) => `Combine uma solução com ${other} até ${until}.`,
  ),
  proposal: sameForBoth(
    'own',
    'Sem resposta até lá, a proposta vence e a conversa segue.',
    (other, until) => `${other} propôs uma solução. Responda até ${until}.`,
  ),
  reply: {
    buyer: (other, until) => [
      `Sua proposta espera ${other} até ${until}.`,
      'Sem resposta até lá, ela vence e a conversa segue.',
      'seller',
    ],
    seller: (other, until) => [
      `Sua proposta espera ${other} até ${until}.`,
      'Sem resposta até lá, ela vence e a conversa segue.',
      'buyer',
    ],
  },
  promise: {
    buyer: (other, until) => [
      `${other} cumpre o combinado até ${until}.`,
      'Se a data passar, o valor volta inteiro para você.',
      'seller',
    ],
    seller: (_, until) => [
      `Cumpra o combinado até ${until}.`,
      'Se a data passar, o valor volta inteiro a quem comprou.',
      'seller',
    ],
  },
  check: {
    buyer: (other, until) => [
      `Confira até ${until} o que ${other} entregou.`,
      'Sem resposta até lá, o acordo está cumprido.',
      'buyer',
    ],
    seller: (other, until) => [
      `${other} tem até ${until} para conferir o que você entregou.`,
      'Sem resposta até lá, o acordo está cumprido.',
      'buyer',
    ],
  },
  request: sameForBoth(
    'own',
    'Sem resposta, esse ponto pesa contra você.',
    (_, until) => `A equipe ${brandName} perguntou sobre a reclamação. Responda até ${until}.`,
  ),
  team: {
    buyer: teamDecides,
    seller: teamDecides,
  },
  admin: fundFollows(
    'O caso está com a administração, que decide',
    'A administração devia ter decidido a reclamação',
  ),
  appeal: sameForBoth(
    'platform',
    'Sem recurso até lá, a decisão é cumprida.',
    (_, until) => `A reclamação foi decidida. Recurso até ${until}.`,
  ),
  rejoinder: sameForBoth(
    'own',
    'Sem o seu recurso, a equipe só julga o que o outro lado contesta; o resto é cumprido.',
    (other, until) => `${other} recorreu da decisão. Você também pode recorrer até ${until}.`,
  ),
  second_appeal: {
    buyer: (other, until) => [...otherMayAppeal(other, until), 'seller'],
    seller: (other, until) => [...otherMayAppeal(other, until), 'buyer'],
  },
  judgement: fundFollows(
    `Outra pessoa da equipe ${brandName} julga o recurso`,
    'O recurso devia ter sido julgado',
  ),
  analysis: sameForBoth(
    'platform',
    'Sem nada encontrado até lá, tudo segue com o prazo que restava.',
    (_, until) => `Por que está retido? A equipe ${brandName} confere o pagamento até ${until}.`,
  ),
  bank: {
    buyer: (_, until) => [
      `Seu banco analisa a contestação até ${until}. Foi engano? Cancele a contestação no banco.`,
      'Se ele mantiver o pagamento, tudo segue com o prazo que restava. Se devolver, o pedido termina.',
      'platform',
    ],
    seller: (_, until) => [
      `O banco de quem pagou analisa uma contestação até ${until}. Se não entregou, espere; se entregou, guarde as provas.`,
      'Se ele mantiver o pagamento, tudo segue com o prazo que restava. Se devolver, a venda é desfeita sem tarifa.',
      'platform',
    ],
  },
};

/** R07, R12. */
function teamDecides(_: string, until: string, { late, afterwards }: DeadlineState): StepTexts {
  const sentence = late
    ? `A equipe ${brandName} devia ter decidido a reclamação até ${until}.`
    : `A equipe ${brandName} analisa a reclamação e decide até ${until}.`;
  return [
    sentence,
    `Sem decisão até ${afterwards}, uma administradora ou um administrador assume o caso.`,
    'platform',
  ];
}

/** N03: until when the team decides, and that the fund pays without it. */
function fundFollows(inTime: string, late: string): Row {
  const texts: Row[Side] = (_, until, after) => [
    `${after.late ? late : inTime} até ${until}.`,
    `Sem decisão até ${after.afterwards}, o fundo de garantia paga os dois lados e ninguém perde.`,
    'platform',
  ];
  return { buyer: texts, seller: texts };
}

const otherMayAppeal = (other: string, until: string): [string, string] => [
  `${other} ainda pode recorrer da decisão até ${until}.`,
  'Depois disso a equipe julga, e o que ninguém contesta é cumprido.',
];

/** Both sides read the same; `own` means that each reader must act. */
function sameForBoth(
  actor: 'own' | 'platform',
  otherwise: string,
  sentence: (other: string, until: string) => string,
): Row {
  const row =
    (side: Side) =>
    (other: string, until: string): StepTexts => [
      sentence(other, until),
      otherwise,
      actor === 'own' ? side : actor,
    ];
  return { buyer: row('buyer'), seller: row('seller') };
}
