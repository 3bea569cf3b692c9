import { sql } from 'kysely';
import type { Reply } from '#contract/endpoint.ts';
import type { dryRunSettings } from '#contract/settings/dry-run.ts';
import type { RiskFacts } from '#domain/risk/facts.ts';
import { outcomeOf } from '#domain/risk/outcomes.ts';
import { riskSignals } from '#domain/risk/rules.ts';
import type { RiskRules, RiskSignal } from '#domain/risk/rules.ts';
import type { Tx } from '#server/context.ts';
import { readPages } from './pages.ts';

type TriedRisk = NonNullable<Reply<typeof dryRunSettings>['risk']>;
type Outcomes = TriedRisk['before'];
type Counted = Outcomes['passed'];

interface Row {
  id: number;
  facts: RiskFacts;
  cents: number;
  paid: boolean;
  fraud: boolean;
}

const none = (): Counted => ({ orders: 0, cents: 0, frauds: 0 });

function count(counted: Counted, { cents, fraud }: Row): void {
  counted.orders += 1;
  counted.cents += cents;
  if (fraud) counted.frauds += 1;
}

/** The figures of one version of the rules. */
interface Tally {
  outcomes: Outcomes;
  signals: Record<RiskSignal, Counted>;
  add: (row: Row) => void;
}

function tallyOf(rules: RiskRules): Tally {
  const outcomes: Outcomes = { passed: none(), held: none(), refused: none() };
  const signals = Object.fromEntries(riskSignals.map((signal) => [signal, none()])) as Tally['signals'];
  const add = (row: Row) => {
    const { outcome, reasons } = outcomeOf(row, rules);
    count(outcomes[outcome], row);
    if (outcome !== 'passed') for (const signal of reasons) count(signals[signal], row);
  };
  return { outcomes, signals, add };
}

/** Tries two versions of the rules of risk on the stored facts of the orders of the past days (N09). */
export async function triedRisk(
  tx: Tx,
  { days, before, after }: { days: number; before: RiskRules; after: RiskRules },
): Promise<TriedRisk> {
  const [was, is] = [tallyOf(before), tallyOf(after)];
  const read = async (below: number, limit: number) =>
    (
      await sql<Row>`
      select r.order_id as id, r.facts, o.total_cents as cents, o.paid_at is not null as paid,
        coalesce(r.label = 'fraud', false)
          or exists (select from chargebacks c where c.order_id = o.id and c.direction = 'taken')
          or exists (select from analyses a where a.order_id = o.id and a.outcome = 'refunded') as fraud
      from order_risks r join orders o on o.id = r.order_id
      where r.placed_at > (select market_now() - ${days}::int * interval '1 day') and r.order_id < ${below}
      order by r.order_id desc limit ${limit}`.execute(tx)
    ).rows;
  const tried = await readPages(read, (row) => {
    was.add(row);
    is.add(row);
  });
  const signals = riskSignals
    .map((signal) => ({ signal, before: was.signals[signal], after: is.signals[signal] }))
    .filter((one) => JSON.stringify(one.before) !== JSON.stringify(one.after));
  return { ...tried, active: after.active, before: was.outcomes, after: is.outcomes, signals };
}
