import type { SmsSender } from './sms-sender.ts';

export interface TwilioSettings {
  accountSid: string;
  authToken: string;
  /** A number (`+1…`) or a messaging service (`MG…`). */
  from: string;
  /** `https://api.twilio.com`; another in tests. */
  baseUrl: string;
}

const timeoutMs = 15_000;

/** Text messages by Twilio's Messages resource (REST API 2010-04-01). */
export function createTwilioSender({ accountSid, authToken, from, baseUrl }: TwilioSettings): SmsSender {
  const account = `${baseUrl}/2010-04-01/Accounts/${encodeURIComponent(accountSid)}`;
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`;
  const sender: Record<string, string> = from.startsWith('MG')
    ? { MessagingServiceSid: from }
    : { From: from };
  return {
    name: 'twilio',
    async send({ to, text }) {
      const answer = await fetch(`${account}/Messages.json`, {
        method: 'POST',
        headers: { authorization },
        body: new URLSearchParams({ To: to, Body: text, ...sender }),
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      });
      if (!answer.ok) throw new Error(`sms: Twilio answered ${answer.status}${await reason(answer)}`);
    },
    async check() {
      const answer = await fetch(`${account}.json`, {
        headers: { authorization },
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      });
      if (!answer.ok) throw new Error(`sms: Twilio answered ${answer.status}${await reason(answer)}`);
    },
  };
}

/** Twilio's error code; its message is not logged, because it may contain the phone number. */
async function reason(answer: Response): Promise<string> {
  const body: unknown = await answer.json().catch(() => null);
  const code = typeof body === 'object' && body !== null && 'code' in body ? body.code : null;
  return typeof code === 'number' ? ` (${code})` : '';
}
