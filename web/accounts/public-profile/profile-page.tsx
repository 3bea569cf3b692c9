import { awayText } from '#web/listings/vacations/away-text.ts';
import { brandName } from '#web/ui/theme/brand.ts';
import { isRouteErrorResponse, Link, useRouteError } from 'react-router';
import { api, apiContext } from '#web/api/api.ts';
import { PageError } from '#web/pages/page-error.tsx';
import { LoadMoreListings } from '#web/listings/search/load-more-listings.tsx';
import { orErrorStatus } from '#web/api/load.ts';
import { ReportButton } from '#web/community/reports/report-button.tsx';
import { ProfileRatings } from '#web/community/ratings/profile-ratings.tsx';
import { averageRating } from '#web/community/ratings/average-rating.ts';
import { useSession } from '#web/session.tsx';
import { publicMeta } from '#web/site-meta.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Section } from '#web/ui/cards/card.tsx';
import { EmptyState } from '#web/ui/page/empty-state.tsx';
import { formatCount, formatMonth } from '#web/ui/data/formats.ts';
import { breakable } from '#web/ui/page/dot-separated.tsx';
import { Tiles } from '#web/ui/theme/tiles.tsx';
import { UserTrustCard } from '#web/ui/cards/user-trust-card.tsx';
import { responseTimeText } from './response-time.ts';
import { loadProfile } from './load-profile.ts';
import { Followers, Reputation } from './reputation.tsx';
import type { Route } from './+types/profile-page';

export const loader = ({ context, params, request }: Route.LoaderArgs) =>
  orErrorStatus(loadProfile(context.get(apiContext), params.username, request));
export const clientLoader = ({ params, request }: Route.ClientLoaderArgs) =>
  orErrorStatus(loadProfile(api, params.username, request));

export const meta = ({ loaderData }: Route.MetaArgs) =>
  loaderData
    ? publicMeta({
        title: `@${loaderData.profile.username}`,
        description: loaderData.profile.bio || 'Perfil público, com anúncios e avaliações.',
        origin: loaderData.origin,
        path: `/perfil/${loaderData.profile.username}`,
        type: 'profile',
      })
    : [{ title: `Perfil · ${brandName}` }];

/** Shows the API's text for a suspended person's profile, and a 404 for any other. */
export function ErrorBoundary() {
  const error = useRouteError();
  const unavailable =
    isRouteErrorResponse(error) && (error.data as { code?: string } | null)?.code === 'profile_unavailable';
  if (!unavailable)
    return <PageError title="Perfil" thing="este perfil" missing="Não encontramos este perfil." />;
  return (
    <EmptyState
      level={1}
      title="Este perfil está indisponível."
      text="A conta está suspensa. Quem tem um pedido com esta pessoa continua a vê-lo em Compras ou Vendas."
      action={
        <Button asChild variant="secondary">
          <Link to="/anuncios">Ver anúncios</Link>
        </Button>
      }
      seed="indisponivel"
      className="py-20"
    />
  );
}

/** `/perfil/{username}`: reputation, ratings and listings of a person. */
export default function ProfilePage({
  loaderData: { profile, listings, ratings, older },
}: Route.ComponentProps) {
  const { user } = useSession();
  const own = user.username === profile.username;
  return (
    <>
      <Tiles seed={profile.username} cols={24} rows={2} className="h-24 w-full" />
      <div className="mx-auto grid w-full max-w-page grid-cols-[minmax(0,1fr)] items-start gap-8 page-gutter pt-6 lg:grid-cols-[320px_minmax(0,1fr)] lg:gap-12 lg:pt-8">
        <div className="flex flex-col gap-4 md:max-lg:grid md:max-lg:grid-cols-2 md:max-lg:items-center md:max-lg:gap-x-8 lg:sticky lg:top-20">
          <h1 className="col-span-full text-h1 wrap-anywhere">@{breakable(profile.username)}</h1>
          <UserTrustCard
            name={profile.username}
            photo={profile.image}
            link={<span>{profile.city || 'Cidade não informada'}</span>}
            since={`Membro desde ${formatMonth(profile.memberSince)}`}
            rating={averageRating(ratings.seller)}
            sales={profile.salesCount}
            responseTime={responseTimeText(profile.answerMs)}
            business={profile.business}
            verified={proofsOf(profile)}
            actions={
              own ? (
                <Button asChild variant="secondary" full>
                  <Link to="/conta/anuncios">Ver meus anúncios</Link>
                </Button>
              ) : (
                <Followers profile={profile} />
              )
            }
          />
          <Reputation reputation={profile.reputation} />
          {ratings.seller.count + ratings.buyer.count > 0 && (
            <a
              href="#avaliacoes"
              className="inline-flex min-h-11 items-center self-start text-ui font-semibold text-brand hover:underline"
            >
              Ler as avaliações
            </a>
          )}
          {profile.bio && <p className="text-body whitespace-pre-line text-ink-2">{profile.bio}</p>}
          {!own && (
            <ReportButton target="user" id={profile.username}>
              Denunciar perfil
            </ReportButton>
          )}
        </div>
        <div className="flex min-w-0 flex-col gap-14">
          <Section title="Anúncios" text={formatCount(listings.total, 'anúncio ativo', 'anúncios ativos')}>
            {listings.items.length === 0 ? (
              <EmptyState
                level={3}
                title={`@${profile.username} não tem anúncios ativos agora.`}
                text={profile.awayUntil ? awayText(profile.awayUntil) : undefined}
                seed={profile.username}
              />
            ) : (
              <LoadMoreListings
                key={profile.username}
                first={listings}
                query={{ seller: profile.username, sort: 'novos' }}
              />
            )}
          </Section>
          <ProfileRatings username={profile.username} ratings={ratings} older={older} />
        </div>
      </div>
    </>
  );
}

/** What the person has proven; «Identidade verificada» is a decision about documents (§4.14). */
function proofsOf(profile: Route.ComponentProps['loaderData']['profile']) {
  return [
    { label: 'E-mail', done: profile.emailVerified },
    { label: 'Celular', done: profile.phoneVerified },
    { label: 'Documento', done: profile.documentProven },
    { label: 'Identidade verificada', done: profile.documentsApproved },
  ];
}
