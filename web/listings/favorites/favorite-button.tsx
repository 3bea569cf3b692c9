import { Heart as HeartIcon } from '#web/ui/icons/icons.tsx';
import { useEffect, useSyncExternalStore } from 'react';
import { useHydrated } from '#web/boot/hydrated.ts';
import { useSession } from '#web/session.tsx';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';
import { aviso } from '#web/ui/overlays/toast.tsx';
import { useIntentAfterSignIn } from '#web/api/use-intent-after-sign-in.ts';
import { forgetFailure, favoriteStore, setFavorite, requestFavorite } from './favorite-store.ts';

interface FavoriteButtonProps {
  listing: { id: number; title: string; seller: string };
  /** `photo` on a card's picture, `quiet` beside a title. */
  variant?: 'photo' | 'quiet';
}

/** The favourite button of a listing. Pages are cached for all visitors, so it renders after hydration. */
export function FavoriteButton(props: FavoriteButtonProps) {
  return useHydrated() ? <HydratedFavoriteButton {...props} /> : null;
}

const failureMs = 8_000;

function HydratedFavoriteButton({ listing, variant = 'photo' }: FavoriteButtonProps) {
  const { id, title, seller } = listing;
  const { user, signedIn, loading } = useSession();
  const userId = signedIn ? user.id : 0;
  const { ids, failed } = useSyncExternalStore(
    favoriteStore.subscribe,
    favoriteStore.read,
    favoriteStore.read,
  );
  const isFavorite = userId > 0 && ids.has(id);
  const failure = failed.get(id);

  useEffect(() => {
    if (!loading) requestFavorite(userId, id);
  }, [loading, userId, id]);
  useEffect(() => {
    if (!failure) return;
    const timer = setTimeout(() => forgetFailure(id), failureMs);
    return () => clearTimeout(timer);
  }, [failure, id]);
  const intent = useIntentAfterSignIn('favoritar', String(id), () => {
    requestFavorite(user.id, id);
    void setFavorite(id, true);
  });

  function press(): void {
    if (!isFavorite) return intent(title);
    void setFavorite(id, false).then(
      (saved) =>
        saved &&
        aviso.sucesso('Retirado dos favoritos', title, { desfazer: () => void setFavorite(id, true) }),
    );
  }

  if (signedIn && seller === user.username) return null;
  return (
    <span className="relative inline-flex">
      <IconButton
        label={`Favoritar ${title}`}
        pressed={isFavorite}
        variant={variant}
        tooltip={false}
        icon={
          <HeartIcon
            aria-hidden="true"
            className={isFavorite ? 'size-5 fill-current text-danger' : 'size-5'}
          />
        }
        onClick={press}
      />
      {failure && (
        <span
          role="alert"
          className="absolute top-full right-0 z-2 mt-1 w-48 rounded-md border border-border bg-surface p-2 text-xs text-danger shadow-md"
        >
          {failure}
        </span>
      )}
    </span>
  );
}
