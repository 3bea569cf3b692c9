import { fieldsOfGroup } from './groups.ts';
import type { SettingField } from './groups.ts';

/** Limits of open connections per network and process, so that no network uses all of its 10,000 (T40, T100). */
export interface NetworkRules {
  /** Realtime sockets without a signed-in user. */
  socketsPerNetwork: number;
  /** Realtime sockets of signed-in users: hundreds may share one address of a mobile network. */
  signedSocketsPerNetwork: number;
  /** Realtime sockets of one person over all tabs and devices. */
  socketsPerPerson: number;
  /** Open connections and concurrent requests. */
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
