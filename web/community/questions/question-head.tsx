import { Link } from 'react-router';
import type { OwnQuestion } from '#contract/community/questions.ts';
import { imageUrl } from '#web/api/api.ts';
import { Tiles } from '#web/ui/theme/tiles.tsx';

/** The listing a question is about. */
export function QuestionHead({ listing }: { listing: OwnQuestion['listing'] }) {
  return (
    <div className="flex min-w-0 items-center gap-3">
      <span className="size-10 shrink-0 overflow-hidden rounded-md bg-surface-2">
        {listing.cover ? (
          <img src={imageUrl(listing.cover, 320)} alt="" loading="lazy" className="size-full object-cover" />
        ) : (
          <Tiles seed={listing.slug || String(listing.id)} cols={2} rows={2} className="size-full" />
        )}
      </span>
      {listing.visible ? (
        <Link
          to={`/anuncio/${listing.slug}#perguntas`}
          className="min-w-0 truncate hit-44 text-sm text-ink-2 underline-offset-4 hover:underline"
        >
          {listing.title}
        </Link>
      ) : (
        <span className="min-w-0 truncate text-sm text-ink-3">{listing.title || 'Anúncio'} (saiu do ar)</span>
      )}
    </div>
  );
}
