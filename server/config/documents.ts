import type { DatavalidSettings } from '#server/adapters/documents/datavalid.ts';
import type { SettingsReader } from './environment.ts';

export type DocumentSettings =
  | { provider: 'datavalid'; datavalid: DatavalidSettings }
  | { provider: 'simulator' };

const providers = ['none', 'datavalid', 'simulator'] as const;

/**
 * Reads `DOCUMENTS_PROVIDER` and the contract with Serpro. Without a provider staff examine documents alone.
 * @returns null: no provider
 */
export function readDocuments(
  read: SettingsReader,
  faults: string[],
  simulators: boolean,
): DocumentSettings | null {
  const provider = read.oneOf('DOCUMENTS_PROVIDER', providers, simulators ? 'simulator' : 'none');
  if (provider === 'none') return null;
  if (provider === 'simulator') {
    if (!simulators)
      faults.push('DOCUMENTS_PROVIDER: o simulador pede ALLOW_SIMULATORS=1; use none ou datavalid.');
    return { provider };
  }
  const required = (name: string) => {
    const given = read.text(name);
    if (given === null) faults.push(`${name}: é obrigatória com DOCUMENTS_PROVIDER=datavalid.`);
    return given ?? '';
  };
  const given = read.url('DATAVALID_BASE_URL', ['https:', 'http:']);
  const baseUrl = (given ?? 'https://gateway.apiserpro.serpro.gov.br').replace(/\/+$/, '');
  const datavalid = { key: required('DATAVALID_KEY'), secret: required('DATAVALID_SECRET'), baseUrl };
  return { provider, datavalid };
}
