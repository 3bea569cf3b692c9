import { Star } from '#web/ui/icons/icons.tsx';
import { Link } from 'react-router';
import type { Reply } from '#contract/endpoint.ts';
import { listProfileRatings } from '#contract/community/ratings.ts';
import type { RatingRole } from '#domain/community/ratings.ts';
import { api } from '#web/api/api.ts';
import { Section } from '#web/ui/cards/card.tsx';
import { EmptyInline } from '#web/ui/page/empty-state.tsx';
import { TabLinks } from '#web/ui/page/tabs.tsx';
import { RatingList } from './rating-list.tsx';
import { ratingSearch } from './rating-query.ts';

interface ProfileRatingsProps {
  username: string;
  ratings: Reply<typeof listProfileRatings>;
  older: boolean;
}

const tabs = [
  { role: 'seller', label: 'Como vendedor' },
  { role: 'buyer', label: 'Como comprador' },
] as const;

/** Ratings of a person, as seller and as buyer. */
export function ProfileRatings({ username, ratings, older }: ProfileRatingsProps) {
  const { role } = ratings;
  const pathTo = (of: RatingRole, before: number | null) =>
    `/perfil/${username}${ratingSearch(of, before)}#avaliacoes`;
  return (
    <Section id="avaliacoes" title="Avaliações" className="scroll-mt-20">
      <TabLinks
        aria-label="Avaliações de quem"
        links={tabs.map((tab) => ({
          label: tab.label,
          count: ratings[tab.role].count,
          link: (
            <Link
              to={pathTo(tab.role, null)}
              preventScrollReset
              aria-current={tab.role === role ? 'page' : undefined}
            />
          ),
        }))}
      />
      {ratings[role].count === 0 ? (
        <EmptyInline icon={<Star aria-hidden="true" />}>
          {role === 'seller'
            ? 'Ainda sem avaliações de quem comprou.'
            : 'Ainda sem avaliações de quem vendeu.'}
        </EmptyInline>
      ) : (
        <RatingList
          key={`${username} ${role}`}
          scores={ratings[role]}
          first={ratings}
          older={older}
          pathFrom={(before) => pathTo(role, before)}
          load={(before) =>
            api(listProfileRatings, {
              params: { username },
              query: { role, before: String(before) },
              interactive: true,
            })
          }
        />
      )}
    </Section>
  );
}
