import { useEffect, useRef, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import type { OwnListing } from '#contract/listings/own-listings.ts';
import { copyListing } from '#contract/listings/own-listings.ts';
import { durationText } from '#domain/text/durations.ts';
import { api, ApiError } from '#web/api/api.ts';
import { useIdempotentAction } from '#web/api/idempotent-action.ts';
import { useSettings } from '#web/settings/site-settings.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Tiles } from '#web/ui/theme/tiles.tsx';
import { aviso } from '#web/ui/overlays/toast.tsx';

/** Shown after the listing was sent to review: what happens next, and a button to create a copy. */
export function SentScreen({ listing }: { listing: OwnListing }) {
  const navigate = useNavigate();
  const settings = useSettings();
  const [copying, setCopying] = useState(false);
  const once = useIdempotentAction();
  const heading = useRef<HTMLHeadingElement>(null);
  const arrived = useLocation().key !== 'default';
  // It replaces the form at the same address, so the app's own scroll and focus do not apply (design §4.8).
  useEffect(() => {
    if (!arrived) return;
    window.scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, [arrived]);

  async function copy(): Promise<void> {
    setCopying(true);
    try {
      const params = { id: listing.id };
      const { id } = await once(params, (idempotencyKey) => api(copyListing, { params, idempotencyKey }));
      await navigate(`/anunciar?id=${id}&passo=fotos`);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      aviso.erro('A cópia não foi criada', error.detail);
    } finally {
      setCopying(false);
    }
  }

  return (
    <div className="mx-auto flex w-full max-w-[592px] page-gutter flex-col items-start gap-6 py-10 md:py-16">
      <Tiles seed={`enviado-${listing.id}`} cols={4} rows={2} className="h-24 w-48 rounded-lg" />
      <div className="wrap-anywhere">
        <h1 ref={heading} tabIndex={-1} className="text-h1">
          Anúncio enviado para revisão
        </h1>
        <p className="mt-2 text-body text-ink-2">
          <strong className="font-semibold text-ink">{listing.title}</strong> costuma ser conferido
          {settings ? ` em até ${durationText(settings.reviewTargetMs)}` : ' logo'}. Avisamos você quando ele
          for publicado ou se precisar de ajuste.
        </p>
      </div>
      <div className="flex w-full flex-col gap-2 sm:flex-row">
        <Button asChild>
          <Link to="/conta/anuncios?aba=revisao">Ver meus anúncios</Link>
        </Button>
        <Button variant="secondary" loading={copying} onClick={() => void copy()}>
          Criar outro parecido
        </Button>
      </div>
    </div>
  );
}
