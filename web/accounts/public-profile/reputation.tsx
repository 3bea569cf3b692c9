import { useState } from 'react';
import type { getProfile } from '#contract/accounts/accounts.ts';
import type { Reply } from '#contract/endpoint.ts';
import { FollowButton } from '#web/listings/follows/follow-button.tsx';
import { Card } from '#web/ui/cards/card.tsx';
import { formatCount } from '#web/ui/data/formats.ts';

type Profile = Reply<typeof getProfile>;

/** The number of followers, and the follow button. */
export function Followers({ profile }: { profile: Profile }) {
  const [delta, setDelta] = useState(0);
  const count = Math.max(0, profile.followersCount + delta);
  return (
    <div className="flex w-full flex-col gap-2">
      <FollowButton username={profile.username} full onChange={(by) => setDelta((old) => old + by)} />
      <p aria-live="polite" className="text-sm text-ink-3">
        {count > 0 && formatCount(count, 'pessoa segue', 'pessoas seguem')}
      </p>
    </div>
  );
}

/** Rates of the last year, once there are enough sales (§4.13). */
export function Reputation({ reputation }: Pick<Profile, 'reputation'>) {
  return (
    <Card>
      <h2 className="text-h3">Reputação</h2>
      {reputation === null ? (
        <p className="mt-2 text-sm text-ink-2">
          Ainda há poucas vendas para calcular. Seu pagamento fica guardado até a entrega do mesmo jeito.
        </p>
      ) : (
        <dl className="mt-3 flex flex-col gap-2 text-sm tabular-nums">
          <Line name="Vendas no último ano" value={String(reputation.sales)} />
          <Line name="Entregas no prazo" value={percent(reputation.onTimeBps)} />
          <Line name="Vendas canceladas por quem vende" value={percent(reputation.cancelledBps)} />
        </dl>
      )}
    </Card>
  );
}

/** Rounded to whole per cents, because decimals would suggest false precision. */
const percent = (bps: number): string => `${Math.round(bps / 100)}%`;

function Line({ name, value }: { name: string; value: string }) {
  return (
    <div className="flex items-baseline justify-between gap-4">
      <dt className="text-ink-2">{name}</dt>
      <dd className="font-semibold text-ink">{value}</dd>
    </div>
  );
}
