import type { NetworkRules } from '#domain/settings/network-rules.ts';
import type { SocketPlace, SocketLimiter } from '#server/adapters/realtime/socket-server.ts';
import { createOpenLimit } from '#server/http/limits/open-limit.ts';
import type { Release } from '#server/http/limits/open-limit.ts';

export type SocketRules = Pick<
  NetworkRules,
  'socketsPerNetwork' | 'signedSocketsPerNetwork' | 'socketsPerPerson'
>;

/** The most refusals with an error message at once for one network. */
const maxRefusals = 10;

/**
 * The limits of sockets in this process (T40): a network may have few anonymous ones, and many of signed-in people,
 * because hundreds of customers of a mobile operator share one address; each person has a limit too.
 */
export function createSocketLimiter(rules: () => SocketRules): SocketLimiter {
  const unsigned = createOpenLimit(() => rules().socketsPerNetwork);
  const signed = createOpenLimit(() => rules().signedSocketsPerNetwork);
  const refused = createOpenLimit(() => maxRefusals);
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

  function placeOf(ip: string, first: Release): SocketPlace {
    let held: Release[] = [first];
    let owner: string | null = null;
    const release = () => {
      for (const each of held) each();
      held = [];
    };
    return {
      release,
      reserveFor(userId) {
        // The first person of a socket is counted, even when others sign in on it later.
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
