import { useState } from 'react';
import { Link } from 'react-router';
import { api, apiContext } from '#web/api/api.ts';
import { useSettings } from '#web/settings/site-settings.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Section } from '#web/ui/cards/card.tsx';
import { PageHeader } from '#web/ui/page/page-header.tsx';
import { DealPath } from './deal-path.tsx';
import { stepsOf } from './how-steps.ts';
import type { Side } from './how-steps.ts';
import { loadPageText, pageTextMeta } from './page-text.ts';
import { Prose } from './prose.tsx';
import type { Route } from './+types/how-page';

export { PageError as ErrorBoundary } from './page-error.tsx';

export const loader = ({ context, request }: Route.LoaderArgs) =>
  loadPageText(context.get(apiContext), 'como-funciona', request.url);
export const clientLoader = ({ request }: Route.ClientLoaderArgs) =>
  loadPageText(api, 'como-funciona', request.url);

export const meta = ({ loaderData }: Route.MetaArgs) => pageTextMeta(loaderData);

const sides: Record<Side, { label: string; action: string; to: string }> = {
  comprar: { label: 'Quero comprar', action: 'Buscar anúncios', to: '/anuncios' },
  vender: { label: 'Quero vender', action: 'Criar anúncio', to: '/anunciar' },
};

/** `/como-funciona`: how a purchase works, for buyers and for sellers. */
export default function HowPage({ loaderData: { text } }: Route.ComponentProps) {
  const [side, setSide] = useState<Side>('comprar');
  const settings = useSettings();
  const { action, to } = sides[side];
  return (
    <div className="mx-auto flex w-full max-w-page flex-col gap-10 page-gutter pt-6 md:gap-14 md:pt-10">
      <div>
        <PageHeader title={text.title} text={text.summary[0]} />
        <fieldset className="mt-5 inline-flex rounded-full border border-border bg-surface p-1">
          <legend className="sr-only">De que lado você está</legend>
          {(Object.keys(sides) as Side[]).map((each) => (
            <button
              key={each}
              type="button"
              aria-pressed={each === side}
              onClick={() => setSide(each)}
              className="min-h-11 rounded-full px-5 text-ui aria-pressed:bg-brand aria-pressed:font-semibold aria-pressed:text-on-brand"
            >
              {sides[each].label}
            </button>
          ))}
        </fieldset>
        {settings && <DealPath key={side} steps={stepsOf(side, settings)} className="mt-6" />}
        <Button asChild className="mt-6">
          <Link to={to}>{action}</Link>
        </Button>
      </div>
      {text.sections.map((section) => (
        <Section key={section.id} id={section.id} title={section.title}>
          <ul className="grid gap-3 md:grid-cols-2 lg:grid-cols-3 lg:gap-5">
            {section.items.map((item) => (
              <li key={item.id} className="rounded-lg border border-border bg-surface p-4 md:p-5">
                <h3 className="text-h3">{item.title}</h3>
                <Prose html={item.html} className="mt-1" />
              </li>
            ))}
          </ul>
        </Section>
      ))}
    </div>
  );
}
