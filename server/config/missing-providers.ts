import type { Service } from '#domain/settings/credentials.ts';
import type { ServiceConfig } from './services.ts';

/**
 * The providers that an installation without simulators still has to configure, one line each.
 * @param entered services whose account an administrator entered in the dashboard; `null` where the database is not open
 *   yet
 */
export function missingProviders(
  { simulators, smtp, twilio, payments }: ServiceConfig & { readonly simulators: boolean },
  entered: readonly Service[] | null,
): string[] {
  if (simulators) return [];
  const missing: [Service, unknown, string][] = [
    ['payments', payments, 'PAYMENT_PROVIDER: não há provedor de pagamentos; use mercadopago ou asaas'],
    ['mail', smtp, 'SMTP_URL: não há servidor de e-mail; por exemplo smtps://usuario:senha@smtp.example:465'],
    ['sms', twilio, 'SMS_PROVIDER: não há provedor de SMS; use twilio'],
  ];
  const unless =
    entered === null
      ? ', a menos que a conta já esteja em Configurações, Conexões'
      : ', ou, para demonstração, ALLOW_SIMULATORS=1';
  return missing
    .filter(([service, configured]) => configured === null && !entered?.includes(service))
    .map(([, , line]) => `${line}${unless}.`);
}
