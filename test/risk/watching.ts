import { sql } from 'kysely';
import { defaultRiskRules } from '#domain/risk/rules.ts';
import type { RiskRules, RiskSignal } from '#domain/risk/rules.ts';
import type { Person } from '#test/accounts/people.ts';
import type { Sales } from '#test/orders/sales.ts';

const silent = Object.fromEntries(
  Object.keys(defaultRiskRules.weights).map((signal) => [signal, 0]),
) as Record<RiskSignal, number>;

interface Watched {
  /** Signals that count; every other one has no weight. */
  weights?: Partial<Record<RiskSignal, number>>;
  velocity?: Partial<RiskRules['velocity']>;
  holdFrom?: number;
  refuseFrom?: number;
}

/** Switches the rules of risk on in a market of tests, with these signals only. */
export function watchingRisk({ setRules }: Pick<Sales, 'setRules'>, watched: Watched = {}): Promise<void> {
  const { weights, velocity, ...rest } = watched;
  return setRules({
    risk: {
      ...defaultRiskRules,
      ...rest,
      weights: { ...silent, ...weights },
      velocity: { ...defaultRiskRules.velocity, ...velocity },
    },
  });
}

/** Puts the sessions of people on one device, which each of them has. */
export async function onOneDevice({ db }: Pick<Sales, 'db'>, people: readonly Person[]): Promise<void> {
  const ids = people.map(({ id }) => id);
  await sql`insert into devices (user_id, token_hash) select unnest(${ids}::bigint[]), sha256(${String(ids[0])}::bytea)`.execute(
    db,
  );
  await sql`update sessions s set device_id = (select d.id from devices d where d.user_id = s.user_id order by d.id desc limit 1)
    where s.user_id = any(${ids}::bigint[])`.execute(db);
}
