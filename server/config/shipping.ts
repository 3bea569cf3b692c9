import type { MelhorEnvioSettings } from '#server/adapters/shipping/melhor-envio-http.ts';
import type { SettingsReader } from './environment.ts';

export type ShippingSettings =
  | { provider: 'melhor_envio'; melhorEnvio: MelhorEnvioSettings }
  | { provider: 'simulator' };

const providers = ['table', 'melhor_envio', 'simulator'] as const;

/**
 * Reads `SHIPPING_PROVIDER` and the credentials of Melhor Envio. The own table needs no account, so it is the default
 * wherever no simulators run.
 * @returns null: only the own table
 */
export function readShipping(
  read: SettingsReader,
  faults: string[],
  simulators: boolean,
): ShippingSettings | null {
  const provider = read.oneOf('SHIPPING_PROVIDER', providers, simulators ? 'simulator' : 'table');
  if (provider === 'table') return null;
  if (provider === 'simulator') {
    if (!simulators)
      faults.push('SHIPPING_PROVIDER: o simulador pede ALLOW_SIMULATORS=1; use table ou melhor_envio.');
    return { provider };
  }
  const required = (name: string) => {
    const given = read.text(name);
    if (given === null) faults.push(`${name}: é obrigatória com SHIPPING_PROVIDER=melhor_envio.`);
    return given ?? '';
  };
  const contact = required('MELHOR_ENVIO_CONTACT');
  if (contact !== '' && !/^[\x21-\x7e]+@[\x21-\x7e]+$/.test(contact))
    faults.push(
      'MELHOR_ENVIO_CONTACT: é o e-mail de quem responde por este site, por exemplo ti@praca.example.',
    );
  const melhorEnvio = {
    token: required('MELHOR_ENVIO_TOKEN'),
    webhookSecret: read.text('MELHOR_ENVIO_WEBHOOK_SECRET'),
    contact,
    baseUrl: (read.url('MELHOR_ENVIO_BASE_URL', ['https:', 'http:']) ?? 'https://melhorenvio.com.br').replace(
      /\/+$/,
      '',
    ),
  };
  return { provider, melhorEnvio };
}
