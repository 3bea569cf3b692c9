import { decideReview } from '#contract/listings/reviews.ts';
import { api, ApiError } from '#web/api/api.ts';
import { currentOwner } from '#web/ui/storage/own-storage.ts';
import { storeInTab, readFromTab } from '#web/ui/conversation/stored-in-tab.ts';
import { aviso } from '#web/ui/overlays/toast.tsx';
import type { Decision, Outcome } from './outbox.ts';
import { createOutbox } from './outbox.ts';

/** How long a decision can be undone before its call is sent (design §4.5). */
const undoMs = 6_000;
const retryMs = 10_000;
const name = 'praca_decisoes';
/** The user who made them: nothing is sent in another user's session. */
let owner: string | null = null;

/**
 * The reviewer's pending decisions. They belong to the tab and not to the page: they are sent, and can be undone, on
 * every page of the site, and a reload while offline loses none.
 */
export const outbox = createOutbox({
  undoMs,
  retryMs,
  send,
  keep: (unsent) =>
    owner !== null && owner === currentOwner() && storeInTab(name, unsent.length > 0 ? unsent : null),
});

/** Restores decisions that this user could not send from this tab before. */
export function openOutbox(userId: number): void {
  const own = String(userId);
  const before = owner;
  if (!before) watch();
  else if (before !== own) {
    owner = null;
    outbox.forget([...outbox.entries().keys()]);
  }
  owner = own;
  outbox.restore(readFromTab<Decision[]>(name) ?? []);
}

function watch(): void {
  window.addEventListener('online', () => void outbox.retry());
  window.addEventListener('pagehide', outbox.flush);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') outbox.flush();
  });
  window.addEventListener('beforeunload', (event) => {
    const hasUnanswered = [...outbox.entries().values()].some(({ step }) => step === 'unanswered');
    if (hasUnanswered) event.preventDefault();
  });
}

async function send(given: Decision, leaving: boolean): Promise<Outcome> {
  const { id, title, revisionId, decision, reasons, note, key } = given;
  if (currentOwner() !== owner) return { is: 'unanswered' };
  try {
    await api(decideReview, {
      params: { id },
      body: { revisionId, decision, reasons, note },
      idempotencyKey: key,
      keepalive: leaving,
      interactive: false,
    });
    return { is: 'saved' };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.code === 'network' || error.code === 'other_caller' || error.code === 'unauthenticated')
      return { is: 'unanswered' };
    if (error.code === 'already_decided' || error.code === 'wrong_state') {
      aviso.erro('Este anúncio já foi decidido', error.detail);
      return { is: 'overtaken' };
    }
    aviso.erro('A decisão não foi salva', title);
    return { is: 'refused', problem: error.detail };
  }
}
