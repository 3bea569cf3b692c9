import type { BodyInput } from '#contract/endpoint.ts';
import type { openTicket } from '#contract/tickets/tickets.ts';

/** What to open the support panel at: a conversation, or a new question about something of the person's own. */
export type SupportRequest =
  | { ticketId: number }
  | {
      category: BodyInput<typeof openTicket>['category'];
      about: NonNullable<BodyInput<typeof openTicket>['about']>;
      /** In words: «Pedido 8F3K». */
      label: string;
    };

let waiting: SupportRequest | null = null;
let listener: ((request: SupportRequest) => void) | null = null;

/** Opens the panel over the present page; what is asked before it is loaded waits for it. */
export function openSupport(request: SupportRequest): void {
  if (listener) listener(request);
  else waiting = request;
}

/** For the launcher alone. */
export function onSupportAsked(hear: (request: SupportRequest) => void): () => void {
  listener = hear;
  const first = waiting;
  waiting = null;
  if (first) hear(first);
  return () => {
    if (listener === hear) listener = null;
  };
}
