import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { SignInRules } from '#domain/accounts/sign-in.ts';
import type { Ctx, Db, Tx } from '#server/context.ts';
import { networkOf, widerNetworkOf } from '#server/http/limits/networks.ts';
import { isUnnamedProxy } from '#server/http/limits/proxies.ts';
import { sharedFactor, widerFactor } from '#server/http/limits/rate-limit.ts';
import { currentRules } from '#server/settings/queries.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { countAttempt, clearAttempts, uncountAttempt } from './attempt-limit.ts';
import type { AttemptLimit } from './attempt-limit.ts';

/** An attempt to sign in: the account and the origin. */
export interface SignInAttempt {
  /** From {@link accountKey} or {@link loginKey}. */
  who: string;
  ip: string;
  /** The id of the device, if this account was used on it before. */
  knownDeviceId: number | null;
}

/** A counted attempt, with the ways to correct its counts. */
export interface CountedAttempt {
  /** The password was right for the counted account: its earlier wrong attempts are cleared. */
  wasRight(): Promise<void>;
  /** The password was right for another account of the same address: only this attempt is uncounted. */
  wasAnothers(): Promise<void>;
  /** Awaits the check of the password; if it fails with an error, the attempt is uncounted. */
  unlessBusy<T>(check: Promise<T>): Promise<T>;
}

/**
 * Counts a sign-in against three limits at once (§4.17, T39): the account from this place, the account from everywhere,
 * and the place over all accounts. A known device of the account is a place of its own, which attempts from elsewhere
 * do not block, so that strangers cannot lock the owner out.
 * @throws too_many_requests with `retryAfterSeconds`; a refused attempt is not counted
 */
export async function countSignIn(db: Db, attempt: SignInAttempt): Promise<CountedAttempt> {
  const { signIn } = (await currentRules(db)).rules;
  const networks = networkLimits(attempt, signIn);
  const everywhere = attempt.knownDeviceId === null ? [accountLimit(attempt.who, signIn)] : [];
  const limits = [placeLimit(placeKey(attempt), signIn), ...everywhere, ...networks];
  const began = await inTransaction(db, async (tx) => {
    const pauses: boolean[] = [];
    for (const brake of limits) pauses.push(await countAttempt(tx, brake));
    return pauses;
  });
  async function wasAnothers() {
    for (const [index, brake] of limits.entries()) await uncountAttempt(db, brake, began[index]!);
  }
  return {
    wasAnothers,
    async unlessBusy(check) {
      return check.catch(async (error: unknown) => {
        await wasAnothers();
        throw error;
      });
    },
    async wasRight() {
      await clearAttempts(db, [placeKey(attempt), everywhereKey(attempt.who)]);
      // The network keeps its other counts: one right password must not clear fifty wrong ones for other accounts.
      for (const [index, brake] of networks.entries())
        await uncountAttempt(db, brake, began.at(index - networks.length)!);
    },
  };
}

/** Clears the wrong attempts at an account, after its owner proved to be present in another way. */
export async function clearAccountAttempts(tx: Tx, userId: number): Promise<void> {
  await sql`delete from brakes where key = ${everywhereKey(accountKey(userId))}
    or starts_with(key, ${`sign-in:${accountKey(userId)}:`})`.execute(tx);
}

/** The key of an account, independent of the typed login. */
export const accountKey = (userId: number) => `account-${userId}`;

/** The key of a login without a proven owner, normalized so that case, spaces, dots and +tags give no new attempts. */
export function loginKey(login: string): string {
  const [name = '', host = ''] = login.normalize('NFKC').toLowerCase().replaceAll(/\s/g, '').split('@');
  const folded = `${name.replace(/\+.*$/, '').replaceAll('.', '')}@${host}`;
  return `login-${createHash('sha256').update(folded).digest('base64url')}`;
}

/** The hash of a login for the audit log; people may type a password there, so the login is not stored as typed. */
export function loginFingerprint(ctx: Ctx, login: string): string {
  return createHash('sha256').update(ctx.keys.fingerprint).update(loginKey(login)).digest('base64url');
}

function placeKey({ who, ip, knownDeviceId }: SignInAttempt): string {
  return `sign-in:${who}:${knownDeviceId === null ? networkOf(ip) : `device-${knownDeviceId}`}`;
}

const everywhereKey = (who: string) => `sign-in:${who}`;

/** SQL: the key of wrong attempts by strangers at the account of user `u`. */
export const unknownDevicesKey = sql<string>`'sign-in:account-' || u.id`;

/** The limit of wrong passwords from one place, also used for checks of the current password. */
export function placeLimit(key: string, rules: SignInRules): AttemptLimit {
  const { placeTries, firstPauseMs, placePauseMs } = rules;
  return { key, maxFailures: placeTries, pauseMs: firstPauseMs, maxPauseMs: placePauseMs };
}

/** The limit of an account over all unknown places. */
function accountLimit(who: string, { accountTries, firstPauseMs, sharedPauseMs }: SignInRules): AttemptLimit {
  return {
    key: everywhereKey(who),
    maxFailures: accountTries,
    pauseMs: firstPauseMs,
    maxPauseMs: sharedPauseMs,
  };
}

/** The limits of one network over all accounts, and of the /48 around an IPv6 network. */
function networkLimits({ ip }: SignInAttempt, rules: SignInRules): AttemptLimit[] {
  const { networkTries, firstPauseMs, sharedPauseMs } = rules;
  const brake = (network: string, factor: number): AttemptLimit => ({
    key: `sign-in-from:${network}`,
    maxFailures: networkTries * factor,
    pauseMs: firstPauseMs,
    maxPauseMs: sharedPauseMs,
  });
  const wider = widerNetworkOf(ip);
  const around = wider?.endsWith('/48') ? [brake(wider, widerFactor)] : [];
  return [...around, brake(networkOf(ip), isUnnamedProxy(ip) ? sharedFactor : 1)];
}
