import { Link } from 'react-router';
import { listPaymentMethods } from '#contract/listings/catalogue.ts';
import type { Api } from '#web/api/api.ts';
import { api, apiContext } from '#web/api/api.ts';
import { Banner } from '#web/ui/page/banner.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { Section } from '#web/ui/cards/card.tsx';
import { PageHeader } from '#web/ui/page/page-header.tsx';
import { MethodCards } from './method-cards.tsx';
import { loadPageText, pageTextMeta } from './page-text.ts';
import { Prose } from './prose.tsx';
import type { Route } from './+types/payment-methods-page';

export { PageError as ErrorBoundary } from './page-error.tsx';

/** The current status of the payment methods is optional, so its failure does not fail the page. */
async function load(caller: Api, url: string) {
  const [text, methods] = await Promise.all([
    loadPageText(caller, 'formas-de-pagamento', url),
    caller(listPaymentMethods).then(
      ({ items }) => items,
      () => null,
    ),
  ]);
  return { ...text, methods };
}

export const loader = ({ context, request }: Route.LoaderArgs) => load(context.get(apiContext), request.url);
export const clientLoader = ({ request }: Route.ClientLoaderArgs) => load(api, request.url);

export const meta = ({ loaderData }: Route.MetaArgs) => pageTextMeta(loaderData);

/** `/formas-de-pagamento`: payment methods and refunds. Only enabled methods are shown. */
export default function PaymentMethodsPage({ loaderData: { text, methods } }: Route.ComponentProps) {
  return (
    <div className="mx-auto flex w-full max-w-page flex-col gap-10 page-gutter pt-6 md:pt-10">
      <PageHeader
        title={text.title}
        text={text.summary[0]}
        actions={
          <Button asChild>
            <Link to="/anuncios">Ver anúncios</Link>
          </Button>
        }
      />
      <MethodCards methods={methods} />
      {text.sections.map((section) => (
        <Section key={section.id} id={section.id} title={section.title}>
          {section.html && <Prose html={section.html} />}
          {section.items.length > 0 && (
            <ol className="grid gap-3 md:grid-cols-3 md:gap-5">
              {section.items.map((item, index) => (
                <li key={item.id} className="rounded-lg border border-border bg-surface p-4 md:p-5">
                  <h3 className="text-h3">
                    {index + 1}. {item.title}
                  </h3>
                  <Prose html={item.html} className="mt-1" />
                </li>
              ))}
            </ol>
          )}
        </Section>
      ))}
      <Banner tone="warning" title="Nunca pague fora do site">
        Quem pede Pix direto, por mensagem ou com desconto, tira sua proteção. Denuncie e não pague.
      </Banner>
    </div>
  );
}
