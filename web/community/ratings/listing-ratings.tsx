import { Star } from '#web/ui/icons/icons.tsx';
import type { Reply } from '#contract/endpoint.ts';
import { listListingRatings } from '#contract/community/ratings.ts';
import { api } from '#web/api/api.ts';
import { Section } from '#web/ui/cards/card.tsx';
import { EmptyInline } from '#web/ui/page/empty-state.tsx';
import { Rating } from '#web/ui/cards/rating.tsx';
import { RatingList } from './rating-list.tsx';
import { ratingSearch } from './rating-query.ts';
import { averageRating } from './average-rating.ts';

export type ListingRatingsReply = Reply<typeof listListingRatings>;

interface ListingRatingsProps {
  slug: string;
  seller: string;
  ratings: ListingRatingsReply;
  older: boolean;
}

/** Buyers' ratings of this listing; without any, those of its seller. */
export function ListingRatings({ slug, seller, ratings, older }: ListingRatingsProps) {
  const overall = averageRating(ratings.seller);
  return (
    <Section id="avaliacoes" title="Avaliações" className="scroll-mt-20">
      {ratings.scores.count === 0 ? (
        <EmptyInline icon={<Star aria-hidden="true" />}>
          Ainda sem avaliações neste anúncio.{' '}
          {overall && (
            <span className="inline-flex flex-wrap items-center gap-1 wrap-anywhere">
              @{seller} tem <Rating {...overall} className="text-sm" /> no total.
            </span>
          )}
        </EmptyInline>
      ) : (
        <RatingList
          scores={ratings.scores}
          first={ratings}
          older={older}
          ofOneListing
          pathFrom={(before) => `/anuncio/${slug}${ratingSearch('seller', before)}#avaliacoes`}
          load={(before) =>
            api(listListingRatings, {
              params: { slug },
              query: { before: String(before) },
              interactive: true,
            })
          }
        />
      )}
    </Section>
  );
}
