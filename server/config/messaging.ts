import type { TwilioSettings } from '#server/adapters/sms/twilio.ts';
import type { SettingsReader } from './environment.ts';

/** Reads `SMTP_URL`, which needs `MAIL_FROM`. */
export function readSmtp(read: SettingsReader, faults: string[]): { url: string; from: string } | null {
  const url = read.url('SMTP_URL', ['smtp:', 'smtps:']);
  const from = read.text('MAIL_FROM');
  if (url === null) return null;
  if (from !== null && /^[^\r\n]*[^\s@<>]+@[^\s@<>]+>?$/.test(from)) return { url, from };
  faults.push('MAIL_FROM: com SMTP_URL, diga o remetente, por exemplo «Praça <avisos@praca.example>».');
  return null;
}

const providers = ['simulator', 'twilio'] as const;

/** `SMS_PROVIDER=twilio` requires the account, its token and the sending number. */
export function readSms(read: SettingsReader, faults: string[]): TwilioSettings | null {
  if (read.oneOf('SMS_PROVIDER', providers, 'simulator') === 'simulator') return null;
  const required = (name: string) => {
    const given = read.text(name);
    if (given === null) faults.push(`${name}: é obrigatória com SMS_PROVIDER=twilio.`);
    return given ?? '';
  };
  return {
    accountSid: required('TWILIO_ACCOUNT_SID'),
    authToken: required('TWILIO_AUTH_TOKEN'),
    from: required('TWILIO_FROM'),
    baseUrl: (read.url('TWILIO_BASE_URL', ['https:', 'http:']) ?? 'https://api.twilio.com').replace(
      /\/+$/,
      '',
    ),
  };
}
