import { PageError } from '#web/pages/page-error.tsx';
import { brandName } from '#web/ui/theme/brand.ts';
import { useState } from 'react';
import { Link, data, useRevalidator, useSearchParams } from 'react-router';
import { changeStaffCategory, getStaffCategory, listStaffCategories } from '#contract/listings/categories.ts';
import type { FieldErrors } from '#domain/errors.ts';
import { useActionWithProof } from '#web/accounts/use-action-with-proof.ts';
import { api } from '#web/api/api.ts';
import { LeaveGuard } from '#web/navigation/leave-guard.tsx';
import { orErrorStatus } from '#web/api/load.ts';
import { ProblemBanner } from '#web/api/problem-banner.tsx';
import { AlertDialog } from '#web/boot/alert-dialog.tsx';
import { Breadcrumb } from '#web/ui/page/breadcrumb.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { formatCount } from '#web/ui/data/formats.ts';
import { PageHeader } from '#web/ui/page/page-header.tsx';
import { StatusBadge } from '#web/ui/data/status-badge.tsx';
import { TabLinks } from '#web/ui/page/tabs.tsx';
import { aviso } from '#web/ui/overlays/toast.tsx';
import type { Route } from './+types/category-page';
import { CategoryAttributes } from './catalogue/category-attributes.tsx';
import { changesOf, draftOf, removedFieldWarnings, withKeys } from './catalogue/category-form.ts';
import { CategoryGeneral } from './catalogue/category-general.tsx';
import { CategoryHistory } from './catalogue/category-history.tsx';
import {
  inheritedDelivery,
  inheritedDeliveryData,
  inheritedIcon,
  inheritedKind,
  inheritedProofLabel,
  inheritedReleaseDelay,
} from './catalogue/inherited-labels.ts';
import { childrenOf } from './catalogue/tree-moves.ts';

export const ErrorBoundary = () => <PageError title="Categoria" thing="a categoria" />;

export async function clientLoader({ params }: Route.ClientLoaderArgs) {
  const { items, generalHoldMs } = await orErrorStatus(api(listStaffCategories));
  const found = items.find(({ slug }) => slug === params.slug);
  if (!found) throw data({ code: 'not_found' }, { status: 404 });
  const page = await orErrorStatus(api(getStaffCategory, { params: { id: found.id } }));
  return {
    ...page,
    children: childrenOf(items, found.id),
    inherited: {
      delay: inheritedReleaseDelay(items, found.parentId, generalHoldMs),
      icon: inheritedIcon(items, found.parentId),
      kind: inheritedKind(items, found.parentId),
      delivery: inheritedDelivery(items, found.parentId),
      proof: inheritedProofLabel(items, found.parentId),
      data: inheritedDeliveryData(items, found.parentId),
    },
  };
}

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: `${loaderData?.category.name ?? 'Categoria'} · Painel · ${brandName}` }];
}

const tabs = [
  { slug: 'geral', label: 'Geral' },
  { slug: 'atributos', label: 'Atributos' },
  { slug: 'subcategorias', label: 'Subcategorias' },
  { slug: 'historico', label: 'Histórico' },
] as const;

/** `/dashboard/categorias/{slug}`: editor of a category's name, attributes and rules. */
export default function CategoryPage({ loaderData }: Route.ComponentProps) {
  const { category, filled, history, editable, children, inherited } = loaderData;
  const { revalidate } = useRevalidator();
  const [query] = useSearchParams();
  const tab = tabs.find(({ slug }) => slug === query.get('aba'))?.slug ?? 'geral';
  const [draft, setDraft] = useState(draftOf(category));
  const [asking, setAsking] = useState(false);
  const { run, pending, problem } = useActionWithProof();
  const errors: FieldErrors = problem?.fields ?? {};
  const changes = changesOf(category, { ...draft, attributes: withKeys(draft.attributes) });
  const changed = Object.keys(changes).length > 0;
  const warnings = removedFieldWarnings(category, draft, filled);

  async function save(): Promise<void> {
    setAsking(false);
    const done = await run(async () => {
      const saved = await api(changeStaffCategory, { params: { id: category.id }, body: changes });
      setDraft(draftOf(saved));
    });
    if (!done) return;
    aviso.sucesso('Categoria salva', 'Vale já para os próximos anúncios e pedidos.');
    await revalidate();
  }

  return (
    <div className="flex flex-col gap-5 page-gutter py-6 md:py-8">
      <LeaveGuard unsaved={changed && !pending} text="O que você mudou na categoria ainda não foi salvo." />
      <PageHeader
        above={
          <Breadcrumb
            links={[
              <Link key="todas" to="/dashboard/categorias">
                Categorias
              </Link>,
            ]}
            current={category.name}
          />
        }
        title={category.name}
        badge={!category.active && <StatusBadge tone="neutral">Inativa</StatusBadge>}
        text={`${formatCount(category.listings, 'anúncio', 'anúncios')} · /anuncios?categoria=${category.slug}`}
        actions={
          <Button
            loading={pending}
            disabledReason={
              !editable
                ? 'Só administradores mudam as categorias.'
                : changed
                  ? undefined
                  : 'Nada mudou ainda.'
            }
            onClick={() => (warnings.length > 0 ? setAsking(true) : void save())}
          >
            Salvar categoria
          </Button>
        }
      />
      <TabLinks
        aria-label="Partes da categoria"
        links={tabs.map(({ slug, label }) => ({
          label,
          ...(slug === 'subcategorias' && { count: children.length }),
          ...(slug === 'atributos' && { count: draft.attributes.length }),
          link: (
            <Link
              to={slug === 'geral' ? '?' : `?aba=${slug}`}
              preventScrollReset
              aria-current={slug === tab ? 'page' : undefined}
            />
          ),
        }))}
      />
      <ProblemBanner problem={problem && Object.keys(errors).length === 0 ? problem : null} />
      {tab === 'geral' && (
        <CategoryGeneral
          {...{ draft, errors }}
          slug={category.slug}
          readOnly={!editable}
          inherited={inherited}
          onChange={setDraft}
        />
      )}
      {tab === 'atributos' && (
        <CategoryAttributes
          draft={draft}
          filled={filled}
          errors={errors}
          readOnly={!editable}
          onChange={(attributes) => setDraft({ ...draft, attributes })}
        />
      )}
      {tab === 'subcategorias' && (
        <ul className="flex max-w-2xl flex-col divide-y divide-border">
          {children.length === 0 && <li className="text-sm text-ink-3">Nenhuma subcategoria.</li>}
          {children.map((child) => (
            <li key={child.id}>
              <Link
                to={`/dashboard/categorias/${child.slug}`}
                className="flex min-h-11 items-center justify-between gap-4 text-ui hover:underline"
              >
                {child.name}
                <span className="text-sm text-ink-3">
                  {formatCount(child.listings, 'anúncio', 'anúncios')}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      {tab === 'historico' && <CategoryHistory history={history} />}
      <AlertDialog
        open={asking}
        onOpenChange={setAsking}
        title="Salvar sem estes campos"
        description={warnings
          .map(
            ({ label, listings }) =>
              `${formatCount(listings, 'anúncio à venda ficará', 'anúncios à venda ficarão')} sem «${label}».`,
          )
          .join(' ')}
        cancelLabel="Continuar editando"
        confirmLabel="Salvar mesmo assim"
        onConfirm={() => void save()}
      />
    </div>
  );
}
