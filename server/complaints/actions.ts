import type { Complaint, ComplaintAction } from '#contract/complaints/complaints.ts';
import { complaintEventRefusal } from '#domain/complaints/allowed-events.ts';
import type { ComplaintEventRefusal, CaseFacts } from '#domain/complaints/allowed-events.ts';
import type { ComplaintRules } from '#domain/complaints/rules.ts';
import type { ComplaintSide, OpeningRefusal } from '#domain/complaints/complaints.ts';
import { formatMoment } from '#server/formats.ts';
import type { CaseRow } from './case-rows.ts';

/** Texts why a complaint can't be opened about an order now. */
export const openingRefusalTexts: Record<OpeningRefusal, string> = {
  too_early: 'O prazo prometido para a entrega ainda não acabou. Você pode reclamar depois dele.',
  too_late: 'A garantia deste pedido acabou. Fale com o atendimento se o defeito era oculto.',
  wrong_state: 'Este pedido não está num momento em que cabe reclamação.',
};

const offeredActions: Record<ComplaintSide, readonly ComplaintAction['event'][]> = {
  buyer: ['confirm_promise', 'propose', 'escalate', 'add_file', 'appeal', 'concede', 'waive', 'withdraw'],
  seller: ['answer', 'fulfil', 'propose', 'escalate', 'add_file', 'appeal', 'concede', 'waive'],
};

/** The actions of a side in the case's state; an action that is not allowed yet states why. */
export function actionsFor(found: CaseRow, side: ComplaintSide, rules: ComplaintRules): Complaint['actions'] {
  const facts = factsOf(found, side);
  return offeredActions[side].flatMap((event) => {
    const refusal = complaintEventRefusal(facts, side, event, rules);
    if (refusal === 'absent') return [];
    return [{ event, allowed: refusal === null, because: refusal && refusalWords(refusal, rules) }];
  });
}

function factsOf(found: CaseRow, side: ComplaintSide): CaseFacts {
  const { promise, appealsEndAt, appeals, proposals, requests, files } = found;
  const now = new Date(found.now);
  const deadlineNow = new Date(found.deadlineNow);
  return {
    ...found,
    now,
    openedAt: new Date(found.timersFrom),
    deadlineNow,
    promise: promise && { fulfilledAt: promise.fulfilledAt === null ? null : new Date(promise.fulfilledAt) },
    appealsEndAt: appealsEndAt === null ? null : new Date(appealsEndAt),
    appealed: appeals.map((appeal) => appeal.side),
    files: files.filter((file) => file.side === side).length,
    isProposed: proposals.some(
      ({ side: by, state, dueAt }) => by !== side && state === 'open' && new Date(dueAt!) > deadlineNow,
    ),
    isAsked: requests.some(({ side: of, answeredAt }) => of === side && answeredAt === null),
  };
}

function refusalWords(refusal: Exclude<ComplaintEventRefusal, 'absent'>, rules: ComplaintRules): string {
  if (refusal === 'agreement_runs') return 'Vocês têm um acordo em andamento. Ele vale até a data combinada.';
  if (refusal === 'files_sent') return `Você já enviou ${rules.files.max} arquivos.`;
  return `A equipe pode entrar a partir de ${formatMoment(refusal)}.`;
}
