import { getPushSettings, saveUserToken } from '#contract/notifications/push.ts';
import type { Reply } from '#contract/endpoint.ts';
import { pushRenewalMs } from '#domain/notifications/notices.ts';
import { api } from '#web/api/api.ts';

const workerPath = '/firebase-messaging-sw.js';
/** The subscription sent last, so that it is sent again only when it is new or a week old. */
const sentKey = 'praca_push_sent';
const activationMs = 10_000;

type Settings = Reply<typeof getPushSettings>;

/** Whether this browser supports push messages. */
export function canPush(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
}

/** Whether the operator wants the browser's prompt on start (specification §4), without the site's card before it. */
export function promptsOnStart(): Promise<boolean> {
  return api(getPushSettings).then(
    ({ prompt }) => prompt === 'auto',
    () => false,
  );
}

/** Subscribes; a failure is only logged to the console (specification §8). */
export async function subscribeQuietly(userId: number): Promise<boolean> {
  try {
    await subscribe(userId);
    return true;
  } catch (error) {
    // oxlint-disable-next-line no-console -- required by the specification
    console.error('push:', error);
    return false;
  }
}

/**
 * Registers the service worker, subscribes and sends the subscription to the server. Permission must be granted. Renewed
 * after seven days.
 * @throws errors of the browser or its push service
 */
export async function subscribe(userId: number): Promise<void> {
  const settings = await api(getPushSettings);
  const registration = await activeWorker();
  const hash =
    settings.provider === 'fcm'
      ? await firebaseToken(settings, registration)
      : await webSubscription(settings, registration);
  if (!needsSending(userId, hash)) return;
  await api(saveUserToken, { body: { hash }, interactive: false });
  localStorage.setItem(sentKey, JSON.stringify({ userId, hash, at: Date.now() }));
}

async function activeWorker(): Promise<ServiceWorkerRegistration> {
  await navigator.serviceWorker.register(workerPath);
  const timeout = new Promise<never>((_resolve, reject) =>
    setTimeout(() => reject(new Error('the worker did not start in 10 s')), activationMs),
  );
  return Promise.race([navigator.serviceWorker.ready, timeout]);
}

/** The subscription as base64url JSON, the format of `POST /user-tokens` for standard Web Push. */
async function webSubscription(
  { vapidKey }: Settings,
  { pushManager }: ServiceWorkerRegistration,
): Promise<string> {
  const options = { userVisibleOnly: true, applicationServerKey: vapidKey };
  const subscription = await pushManager.subscribe(options).catch(async (error: unknown) => {
    // A subscription with another key must be removed first.
    const old = await pushManager.getSubscription();
    if (!old) throw error;
    await old.unsubscribe();
    return pushManager.subscribe(options);
  });
  const { endpoint, keys } = subscription.toJSON();
  return btoa(JSON.stringify({ endpoint, keys }))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

/** Firebase's code loads only when the operator configured it. */
async function firebaseToken(
  { firebase, vapidKey }: Settings,
  serviceWorkerRegistration: ServiceWorkerRegistration,
): Promise<string> {
  const [{ initializeApp, getApps }, { getMessaging, getToken, isSupported }] = await Promise.all([
    import('@firebase/app'),
    import('@firebase/messaging'),
  ]);
  if (!firebase || !(await isSupported())) throw new Error('Firebase cannot run in this browser');
  const app = getApps()[0] ?? initializeApp(firebase);
  return getToken(getMessaging(app), { vapidKey, serviceWorkerRegistration });
}

function needsSending(userId: number, hash: string): boolean {
  try {
    const sent = JSON.parse(localStorage.getItem(sentKey) ?? '') as {
      userId: number;
      hash: string;
      at: number;
    };
    return sent.userId !== userId || sent.hash !== hash || Date.now() - sent.at > pushRenewalMs;
  } catch {
    return true;
  }
}
