import { Link } from 'react-router';
import type { Reply } from '#contract/endpoint.ts';
import type { listFollows } from '#contract/listings/follows.ts';
import { Avatar } from '#web/ui/cards/avatar.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { EmptyState } from '#web/ui/page/empty-state.tsx';
import { formatCount } from '#web/ui/data/formats.ts';
import { FollowButton } from './follow-button.tsx';

/** The sellers the user follows. An unfollowed one stays listed until the page is left, so that it can be undone. */
export function FollowedSellers({ sellers }: { sellers: Reply<typeof listFollows>['items'] }) {
  if (sellers.length === 0)
    return (
      <EmptyState
        title="Você ainda não segue ninguém."
        text="No perfil de quem vende, toque em Seguir. Avisamos você quando houver anúncio novo, no máximo uma vez por dia."
        action={
          <Button asChild variant="secondary">
            <Link to="/anuncios">Ver anúncios</Link>
          </Button>
        }
        seed="seguidos"
      />
    );
  return (
    <ul className="divide-y divide-border rounded-lg border border-border bg-surface">
      {sellers.map(({ username, image, listingsCount, available }) => (
        <li key={username} className="flex flex-wrap items-center gap-3 px-4 py-3 md:px-5">
          <Avatar name={username} src={image} size={40} />
          <div className="min-w-0 flex-1">
            {available ? (
              <Link
                to={`/perfil/${username}`}
                className="block truncate hit-44 text-ui font-semibold underline-offset-4 hover:underline"
              >
                @{username}
              </Link>
            ) : (
              <span className="block truncate text-ui font-semibold text-ink-2">@{username}</span>
            )}
            <p className="text-sm text-ink-3">
              {available
                ? formatCount(listingsCount, 'anúncio ativo', 'anúncios ativos')
                : 'Este perfil está indisponível'}
            </p>
          </div>
          <FollowButton username={username} initially />
        </li>
      ))}
    </ul>
  );
}
