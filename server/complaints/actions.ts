import type { Complaint, ComplaintAction } from '#contract/complaints.ts';
import { mayAppeal } from '#domain/complaint-outcomes.ts';
import type { ComplaintRules } from '#domain/complaint-rules.ts';
import { escalatableAt, stateAfter } from '#domain/complaints.ts';
import type { ComplaintSide, OpeningRefusal } from '#domain/complaints.ts';
import { formatMoment } from '#server/formats.ts';
import type { CaseRow } from './queries.ts';

/** Why a complaint can't be opened about an order now. */
export const openingWords: Record<OpeningRefusal, string> = {
  too_early: 'O prazo prometido para a entrega ainda não acabou. Você pode reclamar depois dele.',
  too_late: 'A garantia deste pedido acabou. Fale com o atendimento se o defeito era oculto.',
  wrong_state: 'Este pedido não está num momento em que cabe reclamação.',
};

const offered: Record<ComplaintSide, readonly ComplaintAction['event'][]> = {
  buyer: ['confirm_promise', 'propose', 'escalate', 'add_file', 'appeal', 'concede', 'waive', 'withdraw'],
  seller: ['answer', 'fulfil', 'propose', 'escalate', 'add_file', 'appeal', 'concede', 'waive'],
};

/** What a side could do in the state the case is in; what waits for something says for what. */
export function actionsFor(found: CaseRow, side: ComplaintSide, rules: ComplaintRules): Complaint['actions'] {
  return offered[side].flatMap((event) => {
    if ('refusal' in stateAfter(event, found.state, side)) return [];
    const because = reasonAgainst(found, side, event, rules);
    return because === 'absent' ? [] : [{ event, allowed: because === null, because }];
  });
}

/** Null where it may be done now; `absent` where it means nothing in this case. */
function reasonAgainst(
  found: CaseRow,
  side: ComplaintSide,
  event: ComplaintAction['event'],
  rules: ComplaintRules,
): string | null {
  const { promise, result, files } = found;
  switch (event) {
    case 'confirm_promise':
      return promise ? null : 'absent';
    case 'fulfil':
      return promise && !promise.fulfilledAt && (found.state !== 'decided' || result === 'replacement')
        ? null
        : 'absent';
    case 'propose':
      return promise ? 'absent' : null;
    case 'escalate':
      return escalation(found, side, rules);
    case 'add_file':
      return files.filter((file) => file.side === side).length < rules.files.max
        ? null
        : `Você já enviou ${rules.files.max} arquivos.`;
    case 'appeal':
      return openTo(found).includes(side) ? null : 'absent';
    case 'concede':
      return openTo(found).includes(side) && openTo(found).length === 1 ? null : 'absent';
    case 'waive':
      return openTo(found).includes(side) && (openTo(found).length > 1 || found.state === 'appealed')
        ? null
        : 'absent';
    default:
      return null;
  }
}

/** R08: the sides that may appeal now. */
function openTo({ result, appeals, waived, appealsEndAt, now }: CaseRow): readonly ComplaintSide[] {
  if (!appealsEndAt || appealsEndAt <= now) return [];
  return mayAppeal(result!, { appealed: appeals.map(({ side }) => side), waived });
}

function escalation(found: CaseRow, side: ComplaintSide, rules: ComplaintRules): string | null {
  const { promise, reason, openedAt, now } = found;
  const from = escalatableAt(
    {
      reason,
      side,
      openedAt: new Date(openedAt),
      promise: promise && { fulfilledAt: promise.fulfilledAt ? new Date(promise.fulfilledAt) : null },
    },
    rules,
  );
  if (!from) return 'Vocês têm um acordo em andamento. Ele vale até a data combinada.';
  return from <= new Date(now) ? null : `A equipe pode entrar a partir de ${formatMoment(from)}.`;
}
