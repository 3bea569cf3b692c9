import { Link, redirect } from 'react-router';
import { maxLabels } from '#contract/shipping/shipments.ts';
import { readParcelSheets } from '#contract/shipping/sheets.ts';
import { api } from '#web/api/api.ts';
import { whenSignedIn } from '#web/api/guard.ts';
import { orErrorStatus } from '#web/api/load.ts';
import { PageError } from '#web/pages/page-error.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { formatCount } from '#web/ui/data/formats.ts';
import { Printer } from '#web/ui/icons/icons.tsx';
import { EmptyState } from '#web/ui/page/empty-state.tsx';
import { PageHeader } from '#web/ui/page/page-header.tsx';
import { Loading, Skeleton } from '#web/ui/page/skeleton.tsx';
import { brandName } from '#web/ui/theme/brand.ts';
import { ParcelSheetArticle } from './parcel-sheet.tsx';
import { ordersOfSheets } from './sheets-path.ts';
import type { Route } from './+types/label-sheets-page';

export const clientLoader = ({ request }: Route.ClientLoaderArgs) =>
  whenSignedIn(request, async () => {
    const hashes = ordersOfSheets(new URL(request.url).searchParams).slice(0, maxLabels);
    if (hashes.length === 0) throw redirect('/conta/vendas');
    return orErrorStatus(api(readParcelSheets, { body: { hashes } }));
  });

export const meta = () => [
  { title: `Folhas de postagem · ${brandName}` },
  { name: 'robots', content: 'noindex, nofollow' },
];

export const ErrorBoundary = () => <PageError title="Folhas de postagem" thing="as folhas" />;

export function HydrateFallback() {
  return (
    <Loading
      name="as folhas"
      className="mx-auto flex w-full max-w-page flex-col gap-6 page-gutter pt-6 md:pt-10"
    >
      <Skeleton className="h-9 w-64 max-w-full" />
      <Skeleton className="h-140 rounded-lg" />
    </Loading>
  );
}

/** `/vendas/etiquetas`: sheets for parcels with own postage, to print, cut and glue (S14). */
export default function LabelSheetsPage({ loaderData: { items } }: Route.ComponentProps) {
  if (items.length === 0)
    return (
      <div className="mx-auto w-full max-w-page page-gutter pt-6 md:pt-10">
        <PageHeader title="Folhas de postagem" />
        <EmptyState
          title="Nada para imprimir."
          text="Estas vendas já chegaram, foram canceladas ou têm etiqueta pronta no pedido."
          action={
            <Button asChild>
              <Link to="/conta/vendas?aba=entregar">Ver vendas para entregar</Link>
            </Button>
          }
          seed="folhas"
        />
      </div>
    );
  return (
    <div className="mx-auto w-full max-w-page page-gutter pt-6 pb-10 md:pt-10 print:p-0">
      <div className="print:hidden">
        <PageHeader
          title="Folhas de postagem"
          text={`${formatCount(items.length, 'pacote', 'pacotes')}. Imprima em A4, assine a declaração e cole as duas partes no pacote.`}
          actions={
            <Button icon={<Printer aria-hidden="true" />} onClick={() => window.print()}>
              {`Imprimir ${formatCount(items.length, 'folha', 'folhas')}`}
            </Button>
          }
        />
      </div>
      <div className="mt-6 grid gap-6 xl:grid-cols-2 print:mt-0 print:block">
        {items.map((sheet) => (
          <ParcelSheetArticle key={sheet.hash} sheet={sheet} />
        ))}
      </div>
    </div>
  );
}
