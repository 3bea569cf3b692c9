import type { NetworkRules } from '#domain/settings/network-rules.ts';
import type { Place, SocketShares } from '#server/adapters/realtime/socket-server.ts';
import { createOpenShares } from '#server/http/limits/open-shares.ts';
import type { Release } from '#server/http/limits/open-shares.ts';

export type SocketRules = Pick<
  NetworkRules,
  'socketsPerNetwork' | 'signedSocketsPerNetwork' | 'socketsPerPerson'
>;

/** So many refusals are under way for one network at once. */
const refusalsAtOnce = 10;

/**
 * Who may have how many sockets of this process (T40): a network has few on which nobody signed in, and many of people
 * who did, since hundreds of customers of a mobile operator have one address; each of those people has some.
 */
export function createSocketShares(rules: () => SocketRules): SocketShares {
  const unsigned = createOpenShares(() => rules().socketsPerNetwork);
  const signed = createOpenShares(() => rules().signedSocketsPerNetwork);
  const refused = createOpenShares(() => refusalsAtOnce);
  const people = new Map<string, number>();

  function takeForPerson(userId: string): Release | null {
    const held = people.get(userId) ?? 0;
    if (held >= rules().socketsPerPerson) return null;
    people.set(userId, held + 1);
    return () => {
      const left = people.get(userId)! - 1;
      if (left > 0) people.set(userId, left);
      else people.delete(userId);
    };
  }

  function placeOf(ip: string, first: Release): Place {
    let held: Release[] = [first];
    let owner: string | null = null;
    const release = () => {
      for (const each of held) each();
      held = [];
    };
    return {
      release,
      isWelcome(userId) {
        // The first person a socket belongs to is counted, whoever else shows up on it.
        if (owner !== null) return true;
        const network = signed.take(ip);
        const person = network && takeForPerson(userId);
        if (!network || !person) {
          network?.();
          return false;
        }
        release();
        held = [network, person];
        owner = userId;
        return true;
      },
    };
  }

  return {
    open(ip) {
      const first = unsigned.take(ip);
      return first && placeOf(ip, first);
    },
    mayRefuse(ip, socket) {
      const release = refused.take(ip);
      if (release) socket.once('close', release);
      return release !== null;
    },
  };
}
