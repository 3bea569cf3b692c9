import type { AsaasSettings } from '#server/adapters/payments/asaas.ts';
import type { MercadoPagoSettings } from '#server/adapters/payments/mercado-pago.ts';
import type { SettingsReader } from './environment.ts';

export type PaymentSettings =
  | { provider: 'mercadopago'; mercadoPago: MercadoPagoSettings }
  | { provider: 'asaas'; asaas: AsaasSettings };

const providers = ['simulator', 'mercadopago', 'asaas'] as const;
const webProtocols = ['https:', 'http:'];
const minTokenLength = 32;

/** `PAYMENT_PROVIDER` requires the credentials of the provider it names. */
export function readPayments(read: SettingsReader, faults: string[]): PaymentSettings | null {
  const provider = read.oneOf('PAYMENT_PROVIDER', providers, 'simulator');
  if (provider === 'simulator') return null;
  const required = (name: string) => {
    const given = read.text(name);
    if (given === null) faults.push(`${name}: é obrigatória com PAYMENT_PROVIDER=${provider}.`);
    return given ?? '';
  };
  const address = (name: string, fallback: string) =>
    (read.url(name, webProtocols) ?? fallback).replace(/\/+$/, '');
  if (provider === 'mercadopago') {
    const mercadoPago = {
      accessToken: required('MP_ACCESS_TOKEN'),
      publicKey: required('MP_PUBLIC_KEY'),
      webhookSecret: required('MP_WEBHOOK_SECRET'),
      baseUrl: address('MP_BASE_URL', 'https://api.mercadopago.com'),
      sdkUrl: address('MP_SDK_URL', 'https://sdk.mercadopago.com/js/v2'),
    };
    return { provider, mercadoPago };
  }
  const webhookToken = required('ASAAS_WEBHOOK_TOKEN');
  if (webhookToken !== '' && webhookToken.length < minTokenLength)
    faults.push(`ASAAS_WEBHOOK_TOKEN: precisa de ${minTokenLength} letras ou mais (openssl rand -hex 24).`);
  const asaas = {
    apiKey: required('ASAAS_API_KEY'),
    webhookToken,
    baseUrl: address('ASAAS_BASE_URL', 'https://api.asaas.com/v3'),
  };
  return { provider, asaas };
}
