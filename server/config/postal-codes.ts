import type { SettingsReader } from './environment.ts';

const providers = ['simulator', 'viacep'] as const;

/**
 * Reads `CEP_PROVIDER` and `CEP_BASE_URL`. ViaCEP is public and needs no account, so it is the default wherever no
 * simulators run.
 * @returns null: the simulator
 */
export function readViaCep(
  read: SettingsReader,
  faults: string[],
  simulators: boolean,
): { baseUrl: string } | null {
  const given = read.url('CEP_BASE_URL', ['https:', 'http:']);
  const provider = read.oneOf(
    'CEP_PROVIDER',
    providers,
    simulators && given === null ? 'simulator' : 'viacep',
  );
  if (provider === 'viacep') return { baseUrl: (given ?? 'https://viacep.com.br').replace(/\/+$/, '') };
  if (!simulators) faults.push('CEP_PROVIDER: o simulador pede ALLOW_SIMULATORS=1; use viacep.');
  return null;
}
