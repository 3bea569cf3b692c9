import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { SignInRules } from '#domain/accounts/sign-in.ts';
import type { Ctx, Db, Tx } from '#server/context.ts';
import { networkOf, widerNetworkOf } from '#server/http/limits/networks.ts';
import { isUnnamedProxy } from '#server/http/limits/proxies.ts';
import { sharedFactor, widerFactor } from '#server/http/limits/rate-limit.ts';
import { currentRules } from '#server/settings/queries.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { countTry, release, takeBack } from './brakes.ts';
import type { Brake } from './brakes.ts';

/** Whose password is tried, and from where. */
export interface Trier {
  /** From {@link accountKey} or {@link loginKey}. */
  who: string;
  ip: string;
  /** The id of the device, where this account was used on it before. */
  knownDeviceId: number | null;
}

/** What a sign-in whose password turned out right does with its counts. */
export interface CountedTry {
  /** The account is the one that was counted: its earlier wrong tries are forgiven. */
  wasRight(): Promise<void>;
  /** Somebody else's password for the same address was right: only this one try does not count. */
  wasAnothers(): Promise<void>;
  /** What the password turned out to be; one that could not be looked at is no wrong try. */
  unlessBusy<T>(looked: Promise<T>): Promise<T>;
}

/**
 * Counts a sign-in in three places at once (§4.17, T39): the account from this place, the account from
 * everywhere, the place over all accounts. A device the account was used on before is a place of its own and is not
 * held up by strangers elsewhere, so that nobody can lock an owner out.
 * @throws too_many_requests with `retryAfterSeconds`; a refused try is counted nowhere
 */
export async function countSignIn(db: Db, trier: Trier): Promise<CountedTry> {
  const { signIn } = (await currentRules(db)).rules;
  const networks = networkBrakes(trier, signIn);
  const everywhere = trier.knownDeviceId === null ? [accountBrake(trier.who, signIn)] : [];
  const brakes = [placeBrake(placeKey(trier), signIn), ...everywhere, ...networks];
  const began = await inTransaction(db, async (tx) => {
    const pauses: boolean[] = [];
    for (const brake of brakes) pauses.push(await countTry(tx, brake));
    return pauses;
  });
  async function wasAnothers() {
    for (const [index, brake] of brakes.entries()) await takeBack(db, brake, began[index]!);
  }
  return {
    wasAnothers,
    async unlessBusy(looked) {
      return looked.catch(async (error: unknown) => {
        await wasAnothers();
        throw error;
      });
    },
    async wasRight() {
      await release(db, [placeKey(trier), everywhereKey(trier.who)]);
      // Others behind the same address keep their counts: one right password must not pay for fifty wrong ones.
      for (const [index, brake] of networks.entries())
        await takeBack(db, brake, began.at(index - networks.length)!);
    },
  };
}

/** The owner proved to be there by another way: strangers' wrong tries no longer hold the account up. */
export async function releaseAccount(tx: Tx, userId: number): Promise<void> {
  await sql`delete from brakes where key = ${everywhereKey(accountKey(userId))}
    or starts_with(key, ${`sign-in:${accountKey(userId)}:`})`.execute(tx);
}

/** The account, however its login was spelt. */
export const accountKey = (userId: number) => `account-${userId}`;

/** A login that nobody has proved to be theirs, folded so that case, spaces, dots and +tags make no new guesses. */
export function loginKey(login: string): string {
  const [name = '', host = ''] = login.normalize('NFKC').toLowerCase().replaceAll(/\s/g, '').split('@');
  const folded = `${name.replace(/\+.*$/, '').replaceAll('.', '')}@${host}`;
  return `login-${createHash('sha256').update(folded).digest('base64url')}`;
}

/** The audit's name of a login: people type passwords there, so it is never kept as typed. */
export function loginFingerprint(ctx: Ctx, login: string): string {
  return createHash('sha256').update(ctx.keys.fingerprint).update(loginKey(login)).digest('base64url');
}

function placeKey({ who, ip, knownDeviceId }: Trier): string {
  return `sign-in:${who}:${knownDeviceId === null ? networkOf(ip) : `device-${knownDeviceId}`}`;
}

const everywhereKey = (who: string) => `sign-in:${who}`;

/** Where the wrong tries of strangers at the account of a user `u` are counted. */
export const strangersKey = sql<string>`'sign-in:account-' || u.id`;

/** Wrong passwords from one place; a guess at the present password is counted so too. */
export function placeBrake(key: string, rules: SignInRules): Brake {
  const { placeTries, firstPauseMs, placePauseMs } = rules;
  return { key, maxFailures: placeTries, pauseMs: firstPauseMs, maxPauseMs: placePauseMs };
}

/** From all strange places together. */
function accountBrake(who: string, { accountTries, firstPauseMs, sharedPauseMs }: SignInRules): Brake {
  return {
    key: everywhereKey(who),
    maxFailures: accountTries,
    pauseMs: firstPauseMs,
    maxPauseMs: sharedPauseMs,
  };
}

/** From one network over all accounts, and from the /48 around an IPv6 one. */
function networkBrakes({ ip }: Trier, rules: SignInRules): Brake[] {
  const { networkTries, firstPauseMs, sharedPauseMs } = rules;
  const brake = (network: string, factor: number): Brake => ({
    key: `sign-in-from:${network}`,
    maxFailures: networkTries * factor,
    pauseMs: firstPauseMs,
    maxPauseMs: sharedPauseMs,
  });
  const wider = widerNetworkOf(ip);
  const around = wider?.endsWith('/48') ? [brake(wider, widerFactor)] : [];
  return [...around, brake(networkOf(ip), isUnnamedProxy(ip) ? sharedFactor : 1)];
}
