import type { TicketMessage } from '#contract/tickets/tickets.ts';
import { ApiError, isUnanswered } from '#web/api/api.ts';
import type { SendResult } from '#web/ui/conversation/use-conversation.ts';

/** Result of a send: temporary failures are retried with the same client id. */
export async function sendAnswer(request: Promise<TicketMessage>): Promise<SendResult<TicketMessage>> {
  try {
    return { kind: 'delivered', message: await request };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (isUnanswered(error)) return { kind: 'unreachable' };
    const [field] = Object.values(error.fields);
    return { kind: 'refused', problem: field ?? error.detail };
  }
}
