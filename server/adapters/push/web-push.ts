import type { PushSender } from './push-sender.ts';
import { payloadOf } from './push-sender.ts';
import { isDeliverable, readSubscription } from './subscription.ts';

export interface VapidKeys {
  publicKey: string;
  privateKey: string;
}

export interface WebPushSettings {
  /** Read when the first message is sent, because the database may not exist before. */
  keys: () => Promise<VapidKeys>;
  /** The contact address for push services: `mailto:` or `https:` (RFC 8292). */
  subject: string;
  ownHosts: readonly string[];
}

const timeoutMs = 10_000;

/** Loaded for the first message, because its cryptography in JavaScript is large. */
const loadWebPush = async () => (await import('web-push')).default;

/** Standard Web Push (RFC 8030, 8291, 8292), which needs no account. */
export function createWebPush({ keys, subject, ownHosts }: WebPushSettings): PushSender {
  return {
    provider: 'web',
    async send(hash, message) {
      const subscription = readSubscription(hash);
      if (!subscription || !isDeliverable(subscription, ownHosts)) return 'gone';
      const { publicKey, privateKey } = await keys();
      // The library only signs and encrypts: its own sending has no timeout and requires TLS.
      const webpush = await loadWebPush();
      const { endpoint, method, headers, body } = webpush.generateRequestDetails(
        subscription,
        payloadOf(message),
        {
          vapidDetails: { subject, publicKey, privateKey },
          TTL: message.ttlSeconds,
          urgency: 'high',
          contentEncoding: 'aes128gcm',
        },
      );
      const answer = await fetch(endpoint, {
        method,
        headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
        body: body && new Uint8Array(body),
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      });
      await answer.body?.cancel();
      if (answer.ok) return 'sent';
      if (answer.status === 404 || answer.status === 410) return 'gone';
      throw new Error(`push: ${new URL(endpoint).hostname} answered ${answer.status}`);
    },
    async check() {
      await keys();
    },
  };
}

/** A new key pair, generated once per installation. */
export async function newVapidKeys(): Promise<VapidKeys> {
  return (await loadWebPush()).generateVAPIDKeys();
}
