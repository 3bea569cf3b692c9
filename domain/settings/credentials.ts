import { fail } from '#domain/errors.ts';
import type { FieldErrors } from '#domain/errors.ts';

/** The external services of an installation. */
export const services = ['payments', 'mail', 'sms', 'push', 'realtime', 'sign_in'] as const;
export type Service = (typeof services)[number];

/** One credential of an account at a provider. */
export interface CredentialField {
  name: string;
  label: string;
  help?: string;
  /** Never shown after saving, apart from its last letters. */
  secret?: boolean;
  optional?: boolean;
  /** The host that receives the credentials: a change requires typing the secrets again, or they could be stolen. */
  destination?: boolean;
  choices?: readonly { value: string; label: string }[];
  /** The content of a whole file. */
  long?: boolean;
}

/** A provider of a service, with the credentials it needs. */
export interface ServiceProvider {
  slug: string;
  label: string;
  fields: readonly CredentialField[];
  /** The values under the names of the environment variables, so that one reader handles both sources. */
  environment: (values: Credentials) => Credentials;
}

export type Credentials = Readonly<Record<string, string>>;

const asNamed = (values: Credentials): Credentials => values;

const mercadoPago: ServiceProvider = {
  slug: 'mercadopago',
  label: 'Mercado Pago',
  fields: [
    { name: 'MP_ACCESS_TOKEN', label: 'Access token', secret: true },
    { name: 'MP_PUBLIC_KEY', label: 'Public key', help: 'Vai ao navegador de quem paga com cartão.' },
    { name: 'MP_WEBHOOK_SECRET', label: 'Assinatura secreta dos webhooks', secret: true },
  ],
  environment: (values) => ({ PAYMENT_PROVIDER: 'mercadopago', ...values }),
};

const asaas: ServiceProvider = {
  slug: 'asaas',
  label: 'Asaas',
  fields: [
    {
      name: 'ASAAS_BASE_URL',
      label: 'Ambiente',
      destination: true,
      choices: [
        { value: 'https://api.asaas.com/v3', label: 'Produção' },
        { value: 'https://api-sandbox.asaas.com/v3', label: 'Testes (sandbox)' },
      ],
    },
    { name: 'ASAAS_API_KEY', label: 'Chave da API', secret: true },
    {
      name: 'ASAAS_WEBHOOK_TOKEN',
      label: 'Token dos webhooks',
      help: 'O mesmo que está no painel do Asaas, com 32 letras ou mais.',
      secret: true,
    },
  ],
  environment: (values) => ({ PAYMENT_PROVIDER: 'asaas', ...values }),
};

const smtp: ServiceProvider = {
  slug: 'smtp',
  label: 'SMTP',
  fields: [
    { name: 'host', label: 'Servidor', help: 'Por exemplo smtp.exemplo.com.br.', destination: true },
    {
      name: 'port',
      label: 'Porta',
      help: '465 fala TLS desde o começo; 587 e outras, STARTTLS.',
      destination: true,
    },
    { name: 'user', label: 'Usuário', optional: true },
    { name: 'password', label: 'Senha', secret: true, optional: true },
    { name: 'MAIL_FROM', label: 'Remetente', help: 'Por exemplo Praça <avisos@exemplo.com.br>.' },
  ],
  environment: ({ host = '', port = '', user = '', password = '', MAIL_FROM = '' }) => {
    const login = user === '' ? '' : `${encodeURIComponent(user)}:${encodeURIComponent(password)}@`;
    return { SMTP_URL: `${port === '465' ? 'smtps' : 'smtp'}://${login}${host}:${port}`, MAIL_FROM };
  },
};

const twilio: ServiceProvider = {
  slug: 'twilio',
  label: 'Twilio',
  fields: [
    { name: 'TWILIO_ACCOUNT_SID', label: 'Account SID' },
    { name: 'TWILIO_AUTH_TOKEN', label: 'Auth token', secret: true },
    { name: 'TWILIO_FROM', label: 'Remetente', help: 'Um número (+1…) ou um serviço (MG…).' },
  ],
  environment: (values) => ({ SMS_PROVIDER: 'twilio', ...values }),
};

const firebase: ServiceProvider = {
  slug: 'fcm',
  label: 'Firebase',
  fields: [
    {
      name: 'FCM_SERVICE_ACCOUNT',
      label: 'Conta de serviço (JSON)',
      help: 'O conteúdo inteiro do arquivo que o Google entrega.',
      secret: true,
      long: true,
    },
    { name: 'FCM_VAPID_KEY', label: 'Chave pública de web push' },
    { name: 'FCM_API_KEY', label: 'apiKey do site' },
    { name: 'FCM_SENDER_ID', label: 'messagingSenderId' },
    { name: 'FCM_APP_ID', label: 'appId' },
  ],
  environment: asNamed,
};

const pusher: ServiceProvider = {
  slug: 'pusher',
  label: 'Pusher',
  fields: [
    { name: 'PUSHER_APP_ID', label: 'App id' },
    { name: 'PUSHER_KEY', label: 'Key' },
    { name: 'PUSHER_SECRET', label: 'Secret', secret: true },
    { name: 'PUSHER_CLUSTER', label: 'Cluster', help: 'Por exemplo sa1.', destination: true },
  ],
  environment: asNamed,
};

const google: ServiceProvider = {
  slug: 'google',
  label: 'Google',
  fields: [{ name: 'GOOGLE_CLIENT_ID', label: 'Client id', help: 'Termina em .apps.googleusercontent.com.' }],
  environment: asNamed,
};

/** The providers of each service; without credentials, a built-in implementation or a simulator is used. */
export const serviceProviders: Readonly<Record<Service, readonly ServiceProvider[]>> = {
  payments: [mercadoPago, asaas],
  mail: [smtp],
  sms: [twilio],
  push: [firebase],
  realtime: [pusher],
  sign_in: [google],
};

export function providerOf(service: Service, slug: string): ServiceProvider | undefined {
  return serviceProviders[service].find((provider) => provider.slug === slug);
}

const longest = 500;
const longestFile = 10_000;
const hintLetters = 4;
const hintedFrom = 12;

/** The displayed form of a secret: its last four letters, or none if it is short. */
export function maskSecret(secret: string): string {
  return `••••${secret.length < hintedFrom ? '' : secret.slice(-hintLetters)}`;
}

/**
 * Merges submitted credentials with the stored ones. The form shows no secrets, so an empty secret keeps the stored one,
 * unless the provider or the destination changed.
 * @param stored the credentials of the same provider; null without any
 * @throws `invalid_request` with a message for each invalid value
 */
export function renewCredentials(
  { fields }: ServiceProvider,
  typed: Credentials,
  stored: Credentials | null,
): Credentials {
  const destinationChanged = fields.some(
    ({ name, destination }) => destination && stored && stored[name] !== typed[name]?.trim(),
  );
  const errors: FieldErrors = {};
  const renewed: Record<string, string> = {};
  for (const name of Object.keys(typed))
    if (!fields.some((field) => field.name === name)) errors[`values.${name}`] = 'Este campo não existe.';
  for (const field of fields) {
    const given = typed[field.name]?.trim() ?? '';
    const before = field.secret && given === '' ? stored?.[field.name] : undefined;
    const fault =
      before !== undefined && destinationChanged
        ? 'O destino mudou: digite este segredo de novo.'
        : before === undefined && faultOf(field, given);
    if (fault) errors[`values.${field.name}`] = fault;
    const value = before ?? given;
    if (value !== '') renewed[field.name] = value;
  }
  if (Object.keys(errors).length > 0) fail('invalid_request', { errors });
  return renewed;
}

function faultOf({ name, optional, choices, long }: CredentialField, value: string): string | null {
  if (value === '') return optional ? null : 'Preencha este campo.';
  if (value.length > (long ? longestFile : longest)) return 'Este valor é longo demais.';
  if (choices && !choices.some((choice) => choice.value === value)) return 'Escolha uma das opções.';
  if (long) return value.startsWith('{') ? null : 'Cole o conteúdo do arquivo JSON.';
  // oxlint-disable-next-line no-control-regex
  if (/[\u0000-\u001f\u007f]/.test(value)) return 'Use uma só linha.';
  if (name === 'host') return isHost(value) ? null : 'Escreva só o nome do servidor.';
  if (name === 'port') return isPort(value) ? null : 'Use um número de 1 a 65535.';
  return null;
}

/** A host name or an IPv4 address; a single number is not a valid URL host. */
function isHost(value: string): boolean {
  return /^[a-z0-9.-]{1,253}$/i.test(value) && URL.canParse(`http://${value}`);
}

function isPort(value: string): boolean {
  return /^\d{1,5}$/.test(value) && Number(value) >= 1 && Number(value) <= 65_535;
}
