import { randomUUID } from 'node:crypto';
import { signNotice, verifyNotice } from '#server/adapters/payments/simulator-signature.ts';

export interface WebhookParts {
  /** The base URL of the webhooks; read each time, because the port is known late. */
  config: { readonly publicUrl: string };
  keys: { webhook: Buffer };
  log: { warn(details: object, message: string): void };
}

const path = '/api/v1/webhooks/shipping/simulator';

/** Sends a webhook once: tracking finds the event of a lost one. */
export async function sendSimulatedWebhook(
  { config, keys, log }: WebhookParts,
  labelId: string,
): Promise<void> {
  const body = noticeOf(labelId);
  const sent = await fetch(`${config.publicUrl}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...signNotice(keys.webhook, body) },
    body,
    redirect: 'error',
    signal: AbortSignal.timeout(10_000),
  }).catch(() => null);
  if (!sent?.ok) log.warn({ labelId }, 'the simulated carrier could not deliver its notice');
}

/** The body of a webhook, in the form that the simulated bank signs as well. */
export function noticeOf(labelId: string): string {
  return JSON.stringify({ eventId: randomUUID(), kind: 'charge', reference: labelId });
}

export function readSimulatedWebhook(
  key: Buffer,
  headers: Record<string, unknown>,
  rawBody: Buffer,
): { labelIds: string[] } | null {
  const event = verifyNotice(key, rawBody, headers);
  return event?.reference === undefined ? null : { labelIds: [event.reference] };
}
