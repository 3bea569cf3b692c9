import { BadgeCheck, CircleDashed } from '#web/ui/icons/icons.tsx';
import { Link } from 'react-router';
import type { CurrentUser, getProfile } from '#contract/accounts/accounts.ts';
import type { Reply } from '#contract/endpoint.ts';
import { Avatar } from '#web/ui/cards/avatar.tsx';
import { Card } from '#web/ui/cards/card.tsx';
import { formatCount, formatDate } from '#web/ui/data/formats.ts';
import { DotSeparated } from '#web/ui/page/dot-separated.tsx';

/** A person's public data, and which of it is confirmed. */
export function ProfileFacts({ user, profile }: { user: CurrentUser; profile: Reply<typeof getProfile> }) {
  const Icon = user.email_verified ? BadgeCheck : CircleDashed;
  return (
    <Card className="flex flex-col gap-4">
      <div className="flex items-center gap-3">
        <Avatar name={user.username} src={user.image} size={64} />
        <div className="min-w-0 text-sm">
          <h2 className="truncate text-ui font-semibold">@{user.username}</h2>
          <p className="text-ink-3">Desde {formatDate(profile.memberSince)}</p>
        </div>
      </div>
      <ul className="flex flex-col gap-1.5 text-sm text-ink-2">
        <li className="flex items-center gap-2">
          <Icon
            aria-hidden="true"
            className={user.email_verified ? 'size-4 text-success' : 'size-4 text-ink-3'}
          />
          {user.email_verified ? 'E-mail confirmado' : 'E-mail ainda não confirmado'}
        </li>
        <li>
          <DotSeparated
            of={[
              formatCount(profile.salesCount, 'venda concluída', 'vendas concluídas'),
              formatCount(profile.listingsCount, 'anúncio ativo', 'anúncios ativos'),
            ]}
          />
        </li>
      </ul>
      <Link
        to={`/perfil/${user.username}`}
        className="-my-2 inline-flex min-h-11 items-center self-start text-ui font-semibold text-brand hover:underline"
      >
        Ver perfil público
      </Link>
    </Card>
  );
}
