import { fieldsOfGroup } from './groups.ts';
import type { SettingField } from './groups.ts';

/** What one network may hold open at once in one process, so that none of them takes all of its 10,000 places (T40, T100). */
export interface NetworkRules {
  /** Realtime sockets on which nobody signed in yet. */
  socketsPerNetwork: number;
  /** Those of people who signed in: hundreds may share one address of a mobile network. */
  signedSocketsPerNetwork: number;
  /** Of one person: tabs, phones, computers. */
  socketsPerPerson: number;
  /** Connections, and requests that are being answered. */
  connectionsPerNetwork: number;
}

export const defaultNetworkRules: NetworkRules = {
  socketsPerNetwork: 50,
  signedSocketsPerNetwork: 500,
  socketsPerPerson: 40,
  connectionsPerNetwork: 1_000,
};

const { count } = fieldsOfGroup('security');
const perProcess = 'Por processo. A rede em volta (/48 ou /24) tem quatro vezes isso.';

export const networkFields: readonly SettingField[] = [
  count('networks.socketsPerNetwork', 'Conexões ao vivo sem conta, por rede', {
    min: 10,
    max: 2_000,
    help: perProcess,
  }),
  count('networks.signedSocketsPerNetwork', 'Conexões ao vivo de pessoas que entraram, por rede', {
    min: 50,
    max: 2_000,
    help: perProcess,
  }),
  count('networks.socketsPerPerson', 'Conexões ao vivo por pessoa', { min: 5, max: 500 }),
  count('networks.connectionsPerNetwork', 'Conexões e pedidos abertos ao mesmo tempo, por rede', {
    min: 100,
    max: 2_000,
    help: perProcess,
  }),
];
