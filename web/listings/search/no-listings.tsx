import { Link } from 'react-router';
import { useSettings } from '#web/settings/site-settings.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { EmptyState } from '#web/ui/page/empty-state.tsx';

/** A market without listings. It invites people to publish once there is a category to publish in. */
export function NoListings({ seed }: { seed: string }) {
  if (!useSettings()?.openToListings)
    return (
      <EmptyState
        title="Ainda não há anúncios."
        text="Este site está sendo preparado. Volte em breve."
        seed={seed}
      />
    );
  return (
    <EmptyState
      title="Ainda não há anúncios."
      text="Seja a primeira pessoa a anunciar."
      action={
        <Button asChild>
          <Link to="/anunciar">Criar anúncio</Link>
        </Button>
      }
      seed={seed}
    />
  );
}
