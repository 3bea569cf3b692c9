import { Link, useRevalidator } from 'react-router';
import { getVacations } from '#contract/listings/vacations.ts';
import { api } from '#web/api/api.ts';
import { whenSignedIn } from '#web/api/guard.ts';
import { orErrorStatus } from '#web/api/load.ts';
import { PageError } from '#web/pages/page-error.tsx';
import { Section } from '#web/ui/cards/card.tsx';
import { formatCount } from '#web/ui/data/formats.ts';
import { Banner } from '#web/ui/page/banner.tsx';
import { Breadcrumb } from '#web/ui/page/breadcrumb.tsx';
import { PageHeader } from '#web/ui/page/page-header.tsx';
import { Loading, RowsSkeleton, Skeleton } from '#web/ui/page/skeleton.tsx';
import { brandName } from '#web/ui/theme/brand.ts';
import { PlanForm } from './plan-form.tsx';
import { VacationRow } from './vacation-row.tsx';
import { countText, dayText } from './vacation-texts.ts';
import type { Vacation } from './vacation-texts.ts';
import type { Route } from './+types/vacations-page';

export const ErrorBoundary = () => <PageError title="Férias" thing="suas férias" />;

export const clientLoader = ({ request }: Route.ClientLoaderArgs) =>
  whenSignedIn(request, () => orErrorStatus(api(getVacations)));

export const meta = () => [{ title: `Férias · ${brandName}` }];

export const HydrateFallback = () => (
  <Loading name="suas férias">
    <Skeleton className="h-9 w-40" />
    <Skeleton className="mt-6 h-28 w-full rounded-lg" />
    <RowsSkeleton />
  </Loading>
);

/** `/conta/ferias`: the seller's vacations, which hide their listings and leave open orders as they are (F67). */
export default function VacationsPage({ loaderData: vacations }: Route.ComponentProps) {
  const { revalidate } = useRevalidator();
  const { items, today, leftDays } = vacations;
  const running = items.find(({ state }) => state === 'running');
  const planned = items.filter(({ state }) => state === 'planned').toReversed();
  const earlier = items.filter(({ state }) => state === 'over' || state === 'cancelled');
  const rows = (some: readonly Vacation[]) => (
    <ul className="flex max-w-160 flex-col gap-3">
      {some.map((vacation) => (
        <li key={vacation.id}>
          <VacationRow vacation={vacation} today={today} onDone={revalidate} />
        </li>
      ))}
    </ul>
  );
  return (
    <div className="flex flex-col gap-8 pb-10">
      <PageHeader
        title="Férias"
        above={
          <Breadcrumb
            links={[
              <Link key="anuncios" to="/conta/anuncios">
                Meus anúncios
              </Link>,
            ]}
            current="Férias"
          />
        }
        text="Nas férias seus anúncios ficam escondidos e não vendem. Os pedidos já feitos seguem, com os mesmos prazos."
      />
      {running && (
        <Section title="Você está de férias">
          <Banner className="max-w-160">
            Seus anúncios voltam à venda depois de {dayText(running.endsOn)}.
          </Banner>
          {rows([running])}
        </Section>
      )}
      {planned.length > 0 && <Section title="Próximas férias">{rows(planned)}</Section>}
      <Section
        title="Planejar férias"
        text={
          leftDays === 0
            ? `${countText(vacations)} Os dias voltam a valer aos poucos, um ano depois de usados.`
            : `${leftDays === 1 ? 'Resta um dia' : `Restam ${formatCount(leftDays, 'dia', 'dias')}`}. ${countText(vacations)}`
        }
      >
        <PlanForm key={items.length} vacations={vacations} onDone={revalidate} />
      </Section>
      {earlier.length > 0 && <Section title="Férias anteriores">{rows(earlier)}</Section>}
    </div>
  );
}
