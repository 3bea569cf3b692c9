import { PageError } from '#web/pages/page-error.tsx';
import { brandName } from '#web/ui/theme/brand.ts';
import { Suspense, useState } from 'react';
import { Link, useRevalidator, useSearchParams } from 'react-router';
import { listStaffCategories, moveStaffCategory } from '#contract/listings/categories.ts';
import type { StaffCategory } from '#contract/listings/categories.ts';
import { api, ApiError } from '#web/api/api.ts';
import { orErrorStatus } from '#web/api/load.ts';
import { Banner } from '#web/ui/page/banner.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { Card } from '#web/ui/cards/card.tsx';
import { EmptyState } from '#web/ui/page/empty-state.tsx';
import { formatCount } from '#web/ui/data/formats.ts';
import { lazyPart } from '#web/ui/page/lazy-part.ts';
import { PageHeader } from '#web/ui/page/page-header.tsx';
import { aviso } from '#web/ui/overlays/toast.tsx';
import type { Route } from './+types/categories-page';
import { CategoryTree } from './catalogue/category-tree.tsx';
import { deliveryDataOf, iconOf, proofOf, releaseDelayOf } from './catalogue/inherited-labels.ts';
import type { NewCategoryProps } from './catalogue/new-category.tsx';
import { RemoveCategory } from './catalogue/remove-category.tsx';
import { childrenOf, categoryPath, positionAfter } from './catalogue/tree-moves.ts';
import type { Move } from './catalogue/tree-moves.ts';

export const ErrorBoundary = () => <PageError title="Categorias" thing="as categorias" />;

export async function clientLoader() {
  return orErrorStatus(api(listStaffCategories));
}

export function meta() {
  return [{ title: `Categorias · Painel · ${brandName}` }];
}

/** `/dashboard/categorias`: the category tree. The selected category is in the address. */
export default function CategoriesPage({ loaderData }: Route.ComponentProps) {
  const { items, generalHoldMs, editable } = loaderData;
  const { revalidate } = useRevalidator();
  const [query, setQuery] = useSearchParams();
  const [adding, setAdding] = useState(false);
  const [announcement, setAnnouncement] = useState('');
  const chosen = items.find(({ id }) => String(id) === query.get('id')) ?? null;

  async function move(category: StaffCategory, direction: Move): Promise<void> {
    const position = positionAfter(items, category, direction);
    if (!position) return setAnnouncement(`${category.name} já está na ponta.`);
    try {
      await api(moveStaffCategory, { params: { id: category.id }, body: position });
      setAnnouncement(`${category.name} movida.`);
      await revalidate();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      aviso.erro('Não deu para mover', Object.values(error.fields)[0] ?? error.detail);
    }
  }

  return (
    <div className="flex flex-col gap-5 page-gutter py-6 md:py-8">
      <PageHeader
        title="Categorias"
        text={formatCount(items.length, 'categoria', 'categorias')}
        actions={
          <Button
            onClick={() => setAdding(true)}
            disabledReason={editable ? undefined : 'Só administradores mudam as categorias.'}
          >
            Nova categoria
          </Button>
        }
      />
      {!editable && (
        <Banner tone="info">Você pode ver as categorias. Só administradores podem mudá-las.</Banner>
      )}
      <output className="sr-only">{announcement}</output>
      {items.length === 0 ? (
        <NoCategories />
      ) : (
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 md:grid-cols-[minmax(0,1fr)_260px] lg:grid-cols-[minmax(0,1fr)_minmax(320px,420px)]">
          <Card className="p-2 md:p-3">
            <CategoryTree
              tree={items}
              chosenId={chosen?.id ?? null}
              editable={editable}
              onChoose={({ id }) => setQuery({ id: String(id) }, { preventScrollReset: true })}
              onMove={(category, direction) => void move(category, direction)}
            />
          </Card>
          {chosen ? (
            <Chosen
              key={chosen.id}
              category={chosen}
              tree={items}
              generalHoldMs={generalHoldMs}
              editable={editable}
            />
          ) : (
            <p className="text-sm text-ink-3 max-md:hidden">
              Escolha uma categoria para ver o resumo. Alt com as setas muda a ordem.
            </p>
          )}
        </div>
      )}
      {adding && (
        <NewCategory
          tree={items}
          parentId={chosen?.listings === 0 ? chosen.id : null}
          onClose={() => setAdding(false)}
        />
      )}
    </div>
  );
}

function NoCategories() {
  return (
    <EmptyState
      title="Crie a primeira categoria para receber anúncios."
      text="Há conjuntos prontos, com campos e regras: digitais, usados e serviços."
      action={
        <Button asChild variant="secondary">
          <Link to="/dashboard/primeiros-passos#passo-categories">Ver conjuntos prontos</Link>
        </Button>
      }
      seed="categorias"
    />
  );
}

interface ChosenProps {
  category: StaffCategory;
  tree: readonly StaffCategory[];
  generalHoldMs: number;
  editable: boolean;
}

/** Summary of a category with a link to its editor. */
function Chosen({ category, tree, generalHoldMs, editable }: ChosenProps) {
  const [removing, setRemoving] = useState(false);
  const below = childrenOf(tree, category.id).length;
  const facts: [string, string][] = [
    ['Endereço', `/anuncios?categoria=${category.slug}`],
    ['Situação', category.active ? 'Ativa' : 'Inativa'],
    ['Anúncios', `${category.listings} (${category.onSale} à venda)`],
    ['Subcategorias', String(below)],
    ['Campos pedidos', category.attributes.map(({ label }) => label).join(', ') || 'nenhum'],
    ['Ícone', iconOf(tree, category)],
    ['Garantia', formatCount(category.warrantyDays, 'dia', 'dias')],
    ['Retenção', releaseDelayOf(tree, category, generalHoldMs)],
    ['Prova da entrega manual', proofOf(tree, category)],
    ['Dados para a entrega', deliveryDataOf(tree, category)],
    ['Revisão', category.risky ? 'Só administradores (categoria de risco)' : 'Suporte e administradores'],
  ];
  return (
    <Card className="flex flex-col gap-4 md:sticky md:top-20">
      <div>
        <p className="text-xs text-ink-3">{categoryPath(tree, category)}</p>
        <h2 className="text-h2">{category.name}</h2>
      </div>
      <dl className="flex flex-col gap-1.5 text-sm">
        {facts.map(([label, value]) => (
          <div key={label} className="flex justify-between gap-4">
            <dt className="shrink-0 text-ink-3">{label}</dt>
            <dd className="min-w-0 text-right break-words">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="flex flex-wrap gap-2">
        <Button asChild>
          <Link to={`/dashboard/categorias/${category.slug}`}>Editar categoria</Link>
        </Button>
        <Button
          variant="quiet"
          className="text-danger"
          disabledReason={
            !editable
              ? 'Só administradores mudam as categorias.'
              : below > 0
                ? 'Mova ou exclua as subcategorias antes.'
                : undefined
          }
          onClick={() => setRemoving(true)}
        >
          Excluir
        </Button>
      </div>
      {removing && <RemoveCategory category={category} tree={tree} onClose={() => setRemoving(false)} />}
    </Card>
  );
}

const LazyNewCategory = lazyPart(async () => ({
  default: (await import('./catalogue/new-category.tsx')).NewCategory,
}));

/** Its code loads when it is opened. */
function NewCategory(props: NewCategoryProps) {
  return (
    <Suspense>
      <LazyNewCategory {...props} />
    </Suspense>
  );
}
