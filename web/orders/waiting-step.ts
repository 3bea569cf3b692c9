import { brandName } from '#web/ui/brand.ts';
import type { OrderWait } from '#contract/order-parts.ts';
import type { OrderWaitFor } from '#domain/order-waits.ts';
import { formatCents } from '#web/ui/formats.ts';
import { by } from './deadlines.ts';
import type { Side, Step, StepFacts } from './next-step.ts';

export const keptForBuyer = `Seu dinheiro está guardado pela ${brandName} até você confirmar o recebimento.`;

export function keptForSeller(amountCents: number): string {
  return `Sua parte, ${formatCents(amountCents)}, está guardada. Ela fica livre depois da conclusão e do prazo de liberação.`;
}

/** What happens next while somebody's word is awaited: in a wish to cancel, or in a complaint. */
export function waitingStep(facts: StepFacts, side: Side, wait: OrderWait): Step {
  const { otherParty, now, amountCents } = facts;
  const [sentence, otherwise, actor] = table[wait.for][side](otherParty, by(wait.until, now));
  return {
    sentence,
    otherwise,
    actor,
    money: wait.for === 'cancellation' ? keptFor(side, amountCents) : standsStill[side],
    deadline: wait.until,
    button: actor === side ? 'answer' : null,
  };
}

const keptFor = (side: Side, amountCents: number) =>
  side === 'buyer' ? keptForBuyer : keptForSeller(amountCents);

const standsStill: Record<Side, string> = {
  buyer: 'O valor deste pedido fica parado até a decisão.',
  seller: 'Só o valor deste pedido fica parado até a decisão; o resto do seu saldo continua livre.',
};

/** Sentence, what the clock does otherwise, and whose turn it is. */
type Said = [sentence: string, otherwise: string, actor: Step['actor']];
type Row = Record<Side, (other: string, until: string) => Said>;

const table: Record<OrderWaitFor, Row> = {
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
  agreement: alike(
    'own',
    `Sem acordo até lá, a equipe ${brandName} entra e decide.`,
    (other, until) => `Combine uma solução com ${other} até ${until}.`,
  ),
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
  request: alike(
    'own',
    'Quem se cala perde o ponto.',
    (_, until) => `A equipe ${brandName} perguntou sobre a reclamação. Responda até ${until}.`,
  ),
  team: alike('platform', 'Avisamos você.', () => `A equipe ${brandName} está analisando a reclamação.`),
  appeal: alike(
    'platform',
    'Sem recurso até lá, a decisão é cumprida.',
    (_, until) => `A reclamação foi decidida. Recurso até ${until}.`,
  ),
};

/** Both sides read the same; `own`: it is the turn of whoever reads it. */
function alike(
  actor: 'own' | 'platform',
  otherwise: string,
  say: (other: string, until: string) => string,
): Row {
  const row =
    (side: Side) =>
    (other: string, until: string): Said => [say(other, until), otherwise, actor === 'own' ? side : actor];
  return { buyer: row('buyer'), seller: row('seller') };
}
