import type { HostedSettings } from '#server/adapters/realtime/hosted.ts';
import type { TwilioSettings } from '#server/adapters/sms/twilio.ts';
import { readSms, readSmtp } from './messaging.ts';
import { readFcm } from './push.ts';
import type { FcmConfig } from './push.ts';
import { readPayments } from './payments.ts';
import type { PaymentSettings } from './payments.ts';
import type { Environment, SettingsReader } from './environment.ts';

/**
 * Accounts at external services: from the environment, or as an administrator typed them
 * (`server/settings/credentials`).
 */
export interface ServiceConfig {
  /** A hosted realtime server of the Pusher protocol. `null`: the embedded one. */
  readonly pusher: HostedSettings | null;
  /** The SMTP server and the sender's address. `null`: the simulated mailbox. */
  readonly smtp: { url: string; from: string } | null;
  /** The provider of text messages. `null`: the simulated phones. */
  readonly twilio: TwilioSettings | null;
  /** Push by Firebase. `null`: standard Web Push, which needs no account. */
  readonly fcm: FcmConfig | null;
  /** The payment provider. `null`: the simulated one. */
  readonly payments: PaymentSettings | null;
  /** Sign-in with Google. `null`: not offered, or simulated where simulators run. */
  readonly google: GoogleConfig | null;
}

export interface GoogleConfig {
  readonly clientId: string;
  readonly scriptUrl: string;
  readonly jwksUrl: string;
  readonly issuers: readonly string[];
}

export function readServices(read: SettingsReader, faults: string[]): ServiceConfig {
  return {
    pusher: readPusher(read),
    smtp: readSmtp(read, faults),
    twilio: readSms(read, faults),
    fcm: readFcm(read, faults),
    payments: readPayments(read, faults),
    google: readGoogle(read),
  };
}

const serviceVariable = /^(?:PUSHER|GOOGLE|SMTP|TWILIO|SMS|FCM|MP|ASAAS)_|^(?:MAIL_FROM|PAYMENT_PROVIDER)$/;

/** Picks the variables that {@link readServices} reads. */
export function onlyServices(environment: Environment): Environment {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => serviceVariable.test(name)));
}

/** A hosted server needs all three of app, key and secret; without them the embedded one runs. */
function readPusher(read: SettingsReader): HostedSettings | null {
  const appId = read.text('PUSHER_APP_ID');
  const key = read.text('PUSHER_KEY');
  const secret = read.text('PUSHER_SECRET');
  if (!appId || !key || !secret) return null;
  return {
    appId,
    key,
    secret,
    cluster: read.text('PUSHER_CLUSTER') ?? 'mt1',
    host: read.text('PUSHER_HOST'),
    port: read.text('PUSHER_PORT') ? read.whole('PUSHER_PORT', 1, 65_535, 443) : null,
    tls: read.yesOrNo('PUSHER_TLS', true),
  };
}

/** Google's own addresses, unless settings name a test double. */
function readGoogle(read: SettingsReader): GoogleConfig | null {
  const webProtocols = ['http:', 'https:'];
  const scriptUrl = read.url('GOOGLE_SCRIPT_URL', webProtocols) ?? 'https://accounts.google.com/gsi/client';
  const jwksUrl = read.url('GOOGLE_JWKS_URL', webProtocols) ?? 'https://www.googleapis.com/oauth2/v3/certs';
  const issuers = read.text('GOOGLE_ISSUERS') ?? 'https://accounts.google.com,accounts.google.com';
  const clientId = read.text('GOOGLE_CLIENT_ID');
  if (clientId === null) return null;
  return { clientId, scriptUrl, jwksUrl, issuers: issuers.split(',').map((issuer) => issuer.trim()) };
}
