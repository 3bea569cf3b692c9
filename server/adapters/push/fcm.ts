import { importPKCS8, SignJWT } from 'jose';
import type { PushMessage, PushSender } from './push-sender.ts';

/** A Google service account, as in its key file, and the addresses of its project. */
export interface FcmSettings {
  projectId: string;
  clientEmail: string;
  privateKey: string;
  tokenUri: string;
  /** `https://fcm.googleapis.com`; another in tests. */
  baseUrl: string;
  /** The site's address: a message's link must be absolute. */
  publicUrl: string;
}

const scope = 'https://www.googleapis.com/auth/firebase.messaging';
const timeoutMs = 10_000;
const earlyMs = 5 * 60_000;

/** Firebase Cloud Messaging by its HTTP v1 API, without Google's library. One request per browser. */
export function createFcm(settings: FcmSettings): PushSender {
  const accessToken = createTokenCache(settings);
  const url = `${settings.baseUrl}/v1/projects/${encodeURIComponent(settings.projectId)}/messages:send`;
  return {
    provider: 'fcm',
    async send(token, message) {
      const answer = await fetch(url, {
        method: 'POST',
        headers: { authorization: `Bearer ${await accessToken()}`, 'content-type': 'application/json' },
        body: JSON.stringify({ message: { token, ...bodyOf(message, settings.publicUrl) } }),
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      });
      if (answer.ok) {
        await answer.body?.cancel();
        return 'sent';
      }
      const code = await errorCode(answer);
      if (code === 'UNREGISTERED' || code === 'SENDER_ID_MISMATCH') return 'gone';
      throw new Error(`push: FCM answered ${answer.status} ${code}`);
    },
    async check() {
      await accessToken();
    },
  };
}

/** Data only: the service worker renders it in the same way for both providers. Values of `data` are strings. */
function bodyOf({ title, body, url, tag, ttlSeconds }: PushMessage, publicUrl: string) {
  return {
    data: { v: '1', title, body, url, tag },
    webpush: {
      headers: { TTL: String(ttlSeconds), Urgency: 'high' },
      ...(publicUrl.startsWith('https:') && { fcm_options: { link: `${publicUrl}${url}` } }),
    },
  };
}

interface FcmError {
  error?: { status?: string; details?: { errorCode?: string }[] };
}

async function errorCode(answer: Response): Promise<string> {
  const body = (await answer.json().catch(() => ({}))) as FcmError;
  const exact = body.error?.details?.find(({ errorCode: code }) => code)?.errorCode;
  return exact ?? body.error?.status ?? 'UNKNOWN';
}

function rejectAccount(): never {
  throw Object.assign(new Error('push: Google refused the service account'), { code: 'EAUTH' });
}

/** The OAuth token of the service account (RFC 7523), renewed five minutes before it expires. */
function createTokenCache({ clientEmail, privateKey, tokenUri }: FcmSettings): () => Promise<string> {
  let cached: { token: string; until: number } | undefined;
  return async () => {
    if (cached && cached.until > Date.now()) return cached.token;
    const assertion = await new SignJWT({ scope })
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
      .setIssuer(clientEmail)
      .setAudience(tokenUri)
      .setIssuedAt()
      .setExpirationTime('1h')
      .sign(await importPKCS8(privateKey, 'RS256').catch(rejectAccount));
    const answer = await fetch(tokenUri, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
        assertion,
      }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (answer.status === 400 || answer.status === 401) rejectAccount();
    if (!answer.ok) throw new Error(`push: Google gave no access token (${answer.status})`);
    const { access_token: token, expires_in: seconds } = (await answer.json()) as {
      access_token: string;
      expires_in: number;
    };
    cached = { token, until: Date.now() + seconds * 1_000 - earlyMs };
    return token;
  };
}
