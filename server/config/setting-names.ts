import { editDistance } from '#domain/text/edit-distance.ts';
import type { Environment } from './environment.ts';

/** Every variable that the configuration reads. */
export const settingNames: readonly string[] = [
  'ALLOW_SIMULATORS',
  'ASAAS_API_KEY',
  'ASAAS_BASE_URL',
  'ASAAS_WEBHOOK_TOKEN',
  'BACKUP_DIR',
  'BACKUP_KEY',
  'CARD_FIELDS_URL',
  'CEP_BASE_URL',
  'CEP_PROVIDER',
  'DATABASE_APP_URL',
  'DATABASE_CONNECTIONS',
  'DATABASE_POOL_URL',
  'DATABASE_REPLICA_URL',
  'DATABASE_URL',
  'DATAVALID_BASE_URL',
  'DATAVALID_KEY',
  'DATAVALID_SECRET',
  'DATA_DIR',
  'DEMO',
  'DOCUMENTS_PROVIDER',
  'FCM_API_KEY',
  'FCM_APP_ID',
  'FCM_BASE_URL',
  'FCM_SENDER_ID',
  'FCM_SERVICE_ACCOUNT',
  'FCM_VAPID_KEY',
  'GOOGLE_CLIENT_ID',
  'GOOGLE_ISSUERS',
  'GOOGLE_JWKS_URL',
  'GOOGLE_SCRIPT_URL',
  'HOST',
  'HOSTS',
  'LOG_LEVEL',
  'MAIL_FROM',
  'MELHOR_ENVIO_BASE_URL',
  'MELHOR_ENVIO_CONTACT',
  'MELHOR_ENVIO_TOKEN',
  'MELHOR_ENVIO_WEBHOOK_SECRET',
  'METRICS_HOST',
  'METRICS_PORT',
  'MP_ACCESS_TOKEN',
  'MP_BASE_URL',
  'MP_PUBLIC_KEY',
  'MP_SDK_URL',
  'MP_WEBHOOK_SECRET',
  'NODE_ENV',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'OTEL_TRACES_SAMPLER_ARG',
  'PAGE_CACHE',
  'PAYMENT_PROVIDER',
  'PORT',
  'PUBLIC_URL',
  'PUSHER_APP_ID',
  'PUSHER_CLUSTER',
  'PUSHER_HOST',
  'PUSHER_KEY',
  'PUSHER_PORT',
  'PUSHER_SECRET',
  'PUSHER_TLS',
  'PUSH_CONTACT',
  'PUSH_HOSTS',
  'PUSH_PROMPT',
  'RESTORE_DATABASE_URL',
  'ROLE',
  'S3_ACCESS_KEY_ID',
  'S3_BUCKET',
  'S3_ENDPOINT',
  'S3_REGION',
  'S3_SECRET_ACCESS_KEY',
  'SECRET_KEY',
  'SECRET_KEY_PREVIOUS',
  'SHIPPING_PROVIDER',
  'SMS_PROVIDER',
  'SMTP_URL',
  'TRUST_PROXY',
  'TWILIO_ACCOUNT_SID',
  'TWILIO_AUTH_TOKEN',
  'TWILIO_BASE_URL',
  'TWILIO_FROM',
  'WEB_CONCURRENCY',
];

/** Variables with these beginnings belong to no other program that usually runs beside this one. */
const ownBeginning =
  /^(ASAAS|CEP|DATAVALID|FCM|MELHOR_ENVIO|MP|PRACA|PUSHER|S3|SECRET_KEY|SHIPPING|SMS|SMTP|TWILIO)_/;
/** Up to this length another program's variable is often one letter away: `HOME` and `HOST`. */
const shortName = 5;

/**
 * A line for each variable that looks like a setting and is none: a typing error would otherwise leave the default in
 * force. It refuses nothing, because the environment also holds the variables of other programs.
 */
export function unknownSettings(environment: Environment): string[] {
  return Object.keys(environment)
    .filter((name) => !settingNames.includes(name))
    .flatMap((name) => {
      const meant = nearestSetting(name);
      if (meant === undefined && !ownBeginning.test(name)) return [];
      return [`${name}: não é um ajuste da Praça e não vale nada${meant ? `; será ${meant}?` : '.'}`];
    })
    .toSorted();
}

function nearestSetting(name: string): string | undefined {
  const upper = name.toUpperCase();
  return settingNames
    .map((setting) => ({ setting, slips: editDistance(upper, setting) }))
    .filter(({ setting, slips }) => slips <= allowedSlips(setting))
    .toSorted((one, other) => one.slips - other.slips)[0]?.setting;
}

function allowedSlips(setting: string): number {
  if (setting.length <= shortName) return 0;
  return setting.length < 8 ? 1 : 2;
}
