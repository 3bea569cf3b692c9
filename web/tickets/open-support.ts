import type { BodyInput } from '#contract/endpoint.ts';
import type { openTicket } from '#contract/tickets/tickets.ts';

/** What the support panel opens at: a conversation, or a new question, also about one of the user's own items. */
export type SupportRequest =
  | { ticketId: number }
  | {
      category: BodyInput<typeof openTicket>['category'];
      about: NonNullable<BodyInput<typeof openTicket>['about']> | null;
      /** Label: «Pedido 8F3K»; null for that of the category. */
      label: string | null;
    };

let queued: SupportRequest | null = null;
let listener: ((request: SupportRequest) => void) | null = null;

/** Opens the panel over the current page. A request made before the panel has loaded is queued. */
export function openSupport(request: SupportRequest): void {
  if (listener) listener(request);
  else queued = request;
}

/** For the launcher only. */
export function onSupportRequest(handle: (request: SupportRequest) => void): () => void {
  listener = handle;
  const queuedRequest = queued;
  queued = null;
  if (queuedRequest) handle(queuedRequest);
  return () => {
    if (listener === handle) listener = null;
  };
}
