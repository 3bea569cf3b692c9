import { join } from 'node:path';
import { fault } from '#db/fault.ts';
import type { Config } from './config.ts';
import type { Ctx, Db, Keys } from './context.ts';
import { createMailSimulator } from './adapters/mail/simulator.ts';
import { createSmtpSender } from './adapters/mail/smtp.ts';
import { createGoogle } from './adapters/oauth/google.ts';
import type { IdentityProvider } from './adapters/oauth/identity-provider.ts';
import { createIdentitySimulator } from './adapters/oauth/simulator.ts';
import { createAsaas } from './adapters/payments/asaas.ts';
import { createMercadoPago } from './adapters/payments/mercado-pago.ts';
import type { PaymentProvider } from './adapters/payments/payment-provider.ts';
import { createPaymentSimulator } from './adapters/payments/simulator.ts';
import { createFcm } from './adapters/push/fcm.ts';
import type { PushSender } from './adapters/push/push-sender.ts';
import { createWebPush } from './adapters/push/web-push.ts';
import type { SimulatorParts } from './adapters/payments/simulator.ts';
import { createEmbeddedRealtime } from './adapters/realtime/embedded.ts';
import { createHostedRealtime } from './adapters/realtime/hosted.ts';
import type { Realtime } from './adapters/realtime/realtime.ts';
import { createSmsSimulator } from './adapters/sms/simulator.ts';
import { createTwilioSender } from './adapters/sms/twilio.ts';
import { createDiskStore } from './adapters/storage/disk.ts';
import { createPrivateDisk } from './adapters/storage/private-disk.ts';
import { deriveKeys } from './keys.ts';
import type { Log } from './log.ts';
import { vapidKeys } from './push/vapid.ts';

/**
 * Puts together what every command may touch. Each third party stands behind its port and is played by its simulator
 * until the installation names a real one; a simulator refuses to be taken for the real thing.
 * @throws a fault when the installation has no secret, or lacks a provider and forbids simulators
 */
export function buildContext(parts: { config: Config; db: Db; log: Log }): Ctx {
  const { config, db, log } = parts;
  if (config.secretKey === null) throw fault('SECRET_KEY: falta a chave desta instalação.');
  const lacking = config.simulators ? [] : missing(config);
  if (lacking.length > 0)
    throw fault(`Não há ${lacking.join(', nem ')} configurado. Para demonstração, use ALLOW_SIMULATORS=1.`);
  const keys = deriveKeys(config.secretKey);
  return {
    config,
    db,
    log,
    keys,
    payments: buildPayments({ db, config, keys, log }),
    mail: config.smtp ? createSmtpSender(config.smtp) : createMailSimulator(db),
    sms: config.twilio ? createTwilioSender(config.twilio) : createSmsSimulator(db),
    push: pushSenders(config, db, keys),
    images: createDiskStore(join(config.dataDir, 'images')),
    realtime: buildRealtime({ config, db, log, secret: keys.realtime }),
    files: createPrivateDisk(join(config.dataDir, 'files')),
    identityProviders: identityProviders(config, log),
  };
}

/** Web Push always; Firebase besides where it is configured. */
function pushSenders({ fcm, pushHosts, pushContact, publicUrl }: Config, db: Db, keys: Keys): PushSender[] {
  const web = createWebPush({ keys: () => vapidKeys(db, keys), subject: pushContact, ownHosts: pushHosts });
  return fcm ? [web, createFcm({ ...fcm, publicUrl })] : [web];
}

/** The institution the operator named, or the pretend one. */
function buildPayments(parts: SimulatorParts & { config: Config }): PaymentProvider {
  const { payments } = parts.config;
  if (payments === null) return createPaymentSimulator(parts);
  return payments.provider === 'asaas'
    ? createAsaas(payments.asaas)
    : createMercadoPago(payments.mercadoPago, parts.config);
}

/** The embedded server, unless the operator named another of the same protocol. */
function buildRealtime(parts: { config: Config; db: Db; log: Log; secret: Buffer }): Realtime {
  const { config, db, log, secret } = parts;
  if (config.pusher) return createHostedRealtime({ db, settings: config.pusher, log });
  const hex = secret.toString('hex');
  const app = { id: 'praca', key: hex.slice(0, 20), secret: hex.slice(20) };
  return createEmbeddedRealtime({ db, app, publicUrl: config.publicUrl, log });
}

/** Every provider that is configured, by hand; without any, a demonstration has one that plays Google. */
function identityProviders({ google, simulators, dataDir }: Config, log: Log): IdentityProvider[] {
  if (google) return [createGoogle(google, log)];
  return simulators ? [createIdentitySimulator(dataDir, log)] : [];
}

/** Which providers an installation without simulators still has to name. */
function missing({ smtp, twilio, payments }: Config): string[] {
  return [
    ...(payments ? [] : ['provedor de pagamentos (PAYMENT_PROVIDER)']),
    ...(smtp ? [] : ['servidor de e-mail (SMTP_URL)']),
    ...(twilio ? [] : ['provedor de SMS (SMS_PROVIDER)']),
  ];
}
