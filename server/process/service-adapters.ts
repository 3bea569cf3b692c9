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
import { trustedProxies, visitorOf } from '#server/http/limits/proxies.ts';
import { endedSessions } from '#server/http/session.ts';
import { vapidKeys } from '#server/notifications/push/vapid.ts';
import { createSocketShares } from '#server/notifications/realtime/socket-shares.ts';
import { rulesInForce } from '#server/settings/current/rules-in-force.ts';

type Ground = Pick<Ctx, 'config' | 'db' | 'log' | 'keys'>;

/** What plays each service by the configuration: the account that is named there, or the house's own and pretend ones. */
export const serviceAdapters = {
  payments: (ground: Ground) => ({ payments: buildPayments(ground) }),
  mail: ({ config, db }: Ground) => ({
    mail: config.smtp ? createSmtpSender(config.smtp) : createMailSimulator(db),
  }),
  sms: ({ config, db }: Ground) => ({
    sms: config.twilio ? createTwilioSender(config.twilio) : createSmsSimulator(db),
  }),
  push: (ground: Ground) => ({ push: pushSenders(ground) }),
  realtime: (ground: Ground) => ({ realtime: buildRealtime(ground) }),
  sign_in: (ground: Ground) => ({ identityProviders: identityProviders(ground) }),
} satisfies Record<Service, (ground: Ground) => Partial<Ctx>>;

/** Web Push always; Firebase besides where it is configured. */
function pushSenders({ config, db, keys }: Ground): PushSender[] {
  const { fcm, pushHosts, pushContact, publicUrl } = config;
  const web = createWebPush({ keys: () => vapidKeys(db, keys), subject: pushContact, ownHosts: pushHosts });
  return fcm ? [web, createFcm({ ...fcm, publicUrl })] : [web];
}

/** The institution the operator named, or the pretend one. */
function buildPayments(ground: Ground): PaymentProvider {
  const { payments } = ground.config;
  if (payments === null) return createPaymentSimulator(ground);
  return payments.provider === 'asaas'
    ? createAsaas(payments.asaas)
    : createMercadoPago(payments.mercadoPago, ground.config);
}

/** The embedded server, unless the operator named another of the same protocol. */
function buildRealtime({ config, db, log, keys }: Ground): Realtime {
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
    shares: createSocketShares(() => rulesInForce.networks),
    visitorOf: (request) => visitorOf(request, trusts),
  });
}

/** Every provider that is configured, by hand; without any, a demonstration has one that plays Google. */
function identityProviders({ config, log }: Ground): IdentityProvider[] {
  const { google, simulators, dataDir } = config;
  if (google) return [createGoogle(google, log)];
  return simulators ? [createIdentitySimulator(dataDir, log)] : [];
}
