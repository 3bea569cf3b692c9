import type { Service } from '#domain/settings/credentials.ts';
import { createMailSimulator } from '#server/adapters/mail/simulator.ts';
import { createSmtpSender } from '#server/adapters/mail/smtp.ts';
import { createGoogle } from '#server/adapters/oauth/google.ts';
import type { IdentityProvider } from '#server/adapters/oauth/identity-provider.ts';
import { createIdentitySimulator } from '#server/adapters/oauth/simulator.ts';
import { createAsaas } from '#server/adapters/payments/asaas.ts';
import { createMercadoPago } from '#server/adapters/payments/mercado-pago.ts';
import type { PaymentProvider } from '#server/adapters/payments/payment-provider.ts';
import { createPaymentSimulator } from '#server/adapters/payments/simulator.ts';
import { createFcm } from '#server/adapters/push/fcm.ts';
import type { PushSender } from '#server/adapters/push/push-sender.ts';
import { createWebPush } from '#server/adapters/push/web-push.ts';
import { createEmbeddedRealtime } from '#server/adapters/realtime/embedded.ts';
import { createHostedRealtime } from '#server/adapters/realtime/hosted.ts';
import type { Realtime } from '#server/adapters/realtime/realtime.ts';
import { createSmsSimulator } from '#server/adapters/sms/simulator.ts';
import { createTwilioSender } from '#server/adapters/sms/twilio.ts';
import type { Ctx } from '#server/context.ts';
import { followCalls } from '#server/metrics/provider-calls.ts';
import { trustedProxies, visitorOf } from '#server/http/limits/proxies.ts';
import { endedSessions } from '#server/http/session.ts';
import { vapidKeys } from '#server/notifications/push/vapid.ts';
import { createSocketLimiter } from '#server/notifications/realtime/socket-limiter.ts';
import { rulesInForce } from '#server/settings/current/rules-in-force.ts';

type AdapterBase = Pick<Ctx, 'config' | 'db' | 'log' | 'keys'>;

/** The adapter of each service: for the configured account, or else the embedded one or a simulator. */
export const serviceAdapters = {
  payments: (base: AdapterBase) => ({ payments: followCalls('payments', buildPayments(base)) }),
  mail: ({ config, db }: AdapterBase) => ({
    mail: followCalls('mail', config.smtp ? createSmtpSender(config.smtp) : createMailSimulator(db)),
  }),
  sms: ({ config, db }: AdapterBase) => ({
    sms: followCalls('sms', config.twilio ? createTwilioSender(config.twilio) : createSmsSimulator(db)),
  }),
  push: (base: AdapterBase) => ({ push: pushSenders(base).map((sender) => followCalls('push', sender)) }),
  realtime: (base: AdapterBase) => ({ realtime: buildRealtime(base) }),
  sign_in: (base: AdapterBase) => ({ identityProviders: identityProviders(base) }),
} satisfies Record<Service, (base: AdapterBase) => Partial<Ctx>>;

/** Web Push always, and Firebase where it is configured. */
function pushSenders({ config, db, keys }: AdapterBase): PushSender[] {
  const { fcm, pushHosts, pushContact, publicUrl } = config;
  const web = createWebPush({ keys: () => vapidKeys(db, keys), subject: pushContact, ownHosts: pushHosts });
  return fcm ? [web, createFcm({ ...fcm, publicUrl })] : [web];
}

/** The configured payment provider, or the simulator. */
function buildPayments(base: AdapterBase): PaymentProvider {
  const { payments } = base.config;
  if (payments === null) return createPaymentSimulator(base);
  return payments.provider === 'asaas'
    ? createAsaas(payments.asaas)
    : createMercadoPago(payments.mercadoPago, base.config);
}

/** The embedded server, unless a hosted one of the same protocol is configured. */
function buildRealtime({ config, db, log, keys }: AdapterBase): Realtime {
  if (config.pusher) return createHostedRealtime({ db, settings: config.pusher, log });
  const hex = keys.realtime.toString('hex');
  const trusts = trustedProxies(config.trustProxy);
  const app = { id: 'praca', key: hex.slice(0, 20), secret: hex.slice(20) };
  return createEmbeddedRealtime({
    db,
    app,
    publicUrl: config.publicUrl,
    log,
    endedSessions: (ids) => endedSessions(db, ids),
    shares: createSocketLimiter(() => rulesInForce.networks),
    visitorOf: (request) => visitorOf(request, trusts),
  });
}

/** Every configured provider; where none is and simulators are allowed, one that simulates Google. */
function identityProviders({ config, log }: AdapterBase): IdentityProvider[] {
  const { google, simulators, dataDir } = config;
  if (google) return [createGoogle(google, log)];
  return simulators ? [createIdentitySimulator(dataDir, log)] : [];
}
