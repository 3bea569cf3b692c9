import { decideHeldMessage, listHeldMessages } from '#contract/orders/conversations.ts';
import type { Reply } from '#contract/endpoint.ts';
import { listHeldQuestions, setQuestionVisibility } from '#contract/community/questions.ts';
import { api } from '#web/api/api.ts';

/** Content held by the filter, with the call that decides about it. */
export interface HeldContent {
  id: number;
  text: string;
  author: string;
  about: { path: string; text: string };
  createdAt: string;
  decide: (show: boolean) => Promise<unknown>;
}

export function heldQuestion(one: Reply<typeof listHeldQuestions>['items'][number]): HeldContent {
  const { id, text, asker, listing, createdAt } = one;
  return {
    id,
    text,
    author: asker,
    about: { path: `/anuncio/${listing.slug}`, text: listing.title },
    createdAt,
    decide: (visible) => api(setQuestionVisibility, { params: { id }, body: { visible } }),
  };
}

export function heldMessage(one: Reply<typeof listHeldMessages>['items'][number]): HeldContent {
  const { id, text, sender, orderHash, createdAt } = one;
  return {
    id,
    text,
    author: sender,
    about: { path: `/pedido/${orderHash}`, text: 'Conversa do pedido' },
    createdAt,
    decide: (show) => api(decideHeldMessage, { params: { id }, body: { decision: show ? 'show' : 'hide' } }),
  };
}
