import type { OrderRow } from '#contract/orders/orders.ts';
import type { OwnQuestion } from '#contract/community/questions.ts';
import type { RatingRole } from '#domain/community/ratings.ts';
import type { ListingState } from '#domain/listings/listings.ts';
import type { Side, Step, StepButton } from '#web/orders/step.ts';
import { bulkEligibility } from '#web/orders/bulk/bulk-action.ts';
import { stepOfRow } from '#web/orders/page/order-facts.ts';
import { formatCount } from '#web/ui/data/formats.ts';

/** A pending action of this person. */
export interface Task {
  key: string;
  path: string;
  /** The action's label: «Pagar», «Entregar». */
  verb: string;
  title: string;
  sentence: string;
  /** ISO instant; null without a deadline. */
  deadline: string | null;
  /** Given when the task can be done in place, because it only needs a text. */
  inline?: InlineAction;
}

/** Answering a question, or marking an order as delivered with a note. */
export type InlineAction =
  | { do: 'answer'; id: number }
  | { do: 'deliver'; id: number; hash: string; buyer: string };

const verbs: Partial<Record<NonNullable<StepButton>, string>> = {
  pay: 'Pagar',
  reveal: 'Ver códigos',
  confirm: 'Confirmar',
  start_delivery: 'Entregar',
  deliver: 'Entregar',
  make_label: 'Gerar etiqueta',
  print_label: 'Postar',
  post: 'Postar',
  see_code: 'Ver código',
  hand_over: 'Entregar',
  answer: 'Responder',
  give_back: 'Devolver',
  check_return: 'Conferir',
};

/** Orders in which this person must act next, by the same rule as the order's page. */
export function orderTasks(rows: readonly OrderRow[], side: Side, now: string): Task[] {
  return rows.flatMap((row) => {
    const step = stepOfRow(row, side, now);
    if (step.actor !== side || step.button === null) return [];
    const task = taskOf(row, side, step);
    return [
      side === 'seller' && bulkEligibility(row).action === 'deliver'
        ? { ...task, inline: deliverAction(row) }
        : task,
    ];
  });
}

/** Orders in which another party or only a deadline comes next. */
export function orderDeadlines(rows: readonly OrderRow[], side: Side, now: string): Task[] {
  return rows.flatMap((row) => {
    const step = stepOfRow(row, side, now);
    return step.actor !== side && step.deadline !== null ? [taskOf(row, side, step)] : [];
  });
}

/** P13: a delivery that only needs a note can be marked among the tasks. */
function deliverAction({ id, hash, otherParty }: OrderRow): InlineAction {
  return { do: 'deliver', id, hash, buyer: otherParty };
}

function taskOf(row: OrderRow, side: Side, step: Step): Task {
  return {
    key: `${side}-${row.hash}`,
    path: `/pedido/${row.hash}`,
    verb: (step.button && verbs[step.button]) ?? 'Ver pedido',
    title: row.title,
    sentence: step.sentence,
    deadline: step.deadline,
  };
}

interface OwnListing {
  id: number;
  state: ListingState;
  title: string;
}

/** Listings that staff returned for changes. */
export function listingTasks(listings: readonly OwnListing[]): Task[] {
  return listings
    .filter(({ state }) => state === 'changes_requested')
    .map(({ id, title }) => ({
      key: `anuncio-${id}`,
      path: `/anunciar?id=${id}`,
      verb: 'Corrigir',
      title: title.trim() || 'Anúncio sem título',
      sentence: 'A equipe pediu um ajuste. Corrija e envie de novo.',
      deadline: null,
    }));
}

interface PendingRating {
  hash: string;
  title: string;
  viewerIs: RatingRole;
  otherParty: string;
  closesAt: string;
}

/** Finished orders that this person has not rated. */
export function ratingTasks(pending: readonly PendingRating[]): Task[] {
  return pending.map(({ hash, title, viewerIs, otherParty, closesAt }) => ({
    key: `avaliacao-${hash}`,
    path: `/pedido/${hash}#avaliacao`,
    verb: 'Avaliar',
    title,
    sentence:
      viewerIs === 'buyer'
        ? `Conte como foi comprar de @${otherParty}.`
        : `Conte como foi vender para @${otherParty}.`,
    deadline: closesAt,
  }));
}

/** Maximum number of questions among the tasks, so that they do not hide the others. */
const maxQuestions = 3;

/** Questions on one's own listings: the oldest as tasks, the others as one link to their page. */
export function questionTasks(questions: readonly OwnQuestion[], waiting: number): Task[] {
  const shown = questions.filter(({ state }) => state === 'pending').slice(0, maxQuestions);
  const rest = waiting - shown.length;
  return [...shown.map(questionTask), ...(rest > 0 ? [restTask(rest, shown.length > 0)] : [])];
}

function questionTask({ id, text, person, listing }: OwnQuestion): Task {
  return {
    key: `pergunta-${id}`,
    path: '/conta/perguntas',
    verb: 'Responder',
    title: listing.title,
    sentence: `@${person} pergunta: «${text}»`,
    deadline: null,
    inline: { do: 'answer', id },
  };
}

function restTask(count: number, besides: boolean): Task {
  const sentence = `${formatCount(count, 'pergunta espera', 'perguntas esperam')} sua resposta.`;
  return {
    key: 'perguntas',
    path: '/conta/perguntas',
    verb: 'Ver perguntas',
    title: 'Perguntas nos seus anúncios',
    sentence: besides ? `Mais ${sentence}` : sentence,
    deadline: null,
  };
}

/** Sorts by deadline, the earliest first; tasks without one come last. */
export function byDeadline(tasks: readonly Task[]): Task[] {
  return tasks.toSorted((a, b) => (a.deadline ?? '9').localeCompare(b.deadline ?? '9'));
}
