import { Link } from 'react-router';
import type { OwnListing } from '#contract/listings/own-listings.ts';
import { reviewReasonLabels } from '#web/labels.ts';
import { Banner } from '#web/ui/page/banner.tsx';

const titles: Partial<Record<OwnListing['state'], string>> = {
  changes_requested: 'A equipe pediu um ajuste',
  rejected: 'A equipe recusou este anúncio',
};

/** The reviewer's note, shown above every step until the listing is sent again. */
export function ReviewNote({ listing }: { listing: OwnListing }) {
  const title = titles[listing.state];
  if (!title) return null;
  return (
    <Banner tone={listing.state === 'rejected' ? 'danger' : 'warning'} title={title}>
      {listing.reviewNote && <p className="whitespace-pre-line">{listing.reviewNote}</p>}
      {listing.reviewReasons.length > 0 && (
        <ul className="mt-1 list-disc pl-4">
          {listing.reviewReasons.map((reason) => (
            <li key={reason}>{reviewReasonLabels[reason]}</li>
          ))}
        </ul>
      )}
      <p className="mt-1">
        Não concorda?{' '}
        <Link to="/conta/decisoes" className="underline underline-offset-4">
          Recorra da decisão
        </Link>
        .
      </p>
    </Banner>
  );
}
