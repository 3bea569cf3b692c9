import { ChevronDown, ChevronRight, Search } from '#web/ui/icons/icons.tsx';
import { useId, useState } from 'react';
import { Link } from 'react-router';
import type { Category } from '#contract/listings/catalogue.ts';
import { listCategories } from '#contract/listings/catalogue.ts';
import type { Api } from '#web/api/api.ts';
import { api, apiContext } from '#web/api/api.ts';
import { PageError } from '#web/pages/page-error.tsx';
import { orErrorStatus } from '#web/api/load.ts';
import { publicMeta } from '#web/site-meta.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { cn } from '#web/ui/styles/class-names.ts';
import { EmptyState } from '#web/ui/page/empty-state.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { formatCount, formatNumber } from '#web/ui/data/formats.ts';
import { PageHeader } from '#web/ui/page/page-header.tsx';
import { TextInput } from '#web/ui/forms/text-input.tsx';
import { CategoryTile } from '#web/listings/categories/category-tile.tsx';
import { resultsPath } from './results-query.ts';
import type { Route } from './+types/categories-page';

export const ErrorBoundary = () => <PageError title="Categorias" thing="as categorias" />;

async function load(caller: Api, request: Request) {
  const { items } = await caller(listCategories);
  // Attributes are for forms; this page needs only the tree.
  return {
    origin: new URL(request.url).origin,
    categories: items.map(({ id, parentId, slug, name, icon, listingsCount }) => ({
      id,
      parentId,
      slug,
      name,
      icon,
      listingsCount,
    })),
  };
}

export const loader = ({ context, request }: Route.LoaderArgs) =>
  orErrorStatus(load(context.get(apiContext), request));
export const clientLoader = ({ request }: Route.ClientLoaderArgs) => orErrorStatus(load(api, request));

export const meta = ({ loaderData }: Route.MetaArgs) =>
  publicMeta({
    title: 'Categorias',
    description: 'Todas as categorias e quantos anúncios há em cada uma.',
    origin: loaderData?.origin ?? '',
    path: '/categorias',
  });

type Branch = Pick<Category, 'id' | 'parentId' | 'slug' | 'name' | 'icon' | 'listingsCount'>;

/** `/categorias`: browse by type. */
export default function CategoriesPage({ loaderData: { categories } }: Route.ComponentProps) {
  const [query, setQuery] = useState('');
  const roots = categories.filter((category) => category.parentId === null);
  const branches = roots
    .map((root) => ({ root, children: childrenOf(root, categories, query) }))
    .filter(({ root, children }) => matches(root.name, query) || children.length > 0);
  const total = roots.reduce((sum, root) => sum + root.listingsCount, 0);
  return (
    <div className="mx-auto w-full max-w-page page-gutter pt-6 md:pt-10">
      <PageHeader
        title="Categorias"
        text={`${formatCount(total, 'anúncio', 'anúncios')} em ${formatCount(categories.length, 'categoria', 'categorias')}`}
      />
      {roots.length === 0 ? (
        <EmptyState title="As categorias ainda estão sendo montadas." seed="categorias" />
      ) : (
        <Field label="Filtrar categorias" hideLabel className="mt-5 max-w-[440px]">
          <TextInput
            type="search"
            value={query}
            placeholder="Filtrar categorias…"
            leading={<Search aria-hidden="true" />}
            onChange={(event) => setQuery(event.target.value)}
          />
        </Field>
      )}
      {roots.length > 0 && branches.length === 0 && (
        <EmptyState
          title={`Nenhuma categoria com “${query}”.`}
          action={
            <Button asChild>
              <Link to={resultsPath({ searchText: query })}>Buscar nos anúncios</Link>
            </Button>
          }
          seed={query}
        />
      )}
      <ul className="mt-6 grid gap-3 sm:grid-cols-2 md:gap-5 lg:grid-cols-3 xl:grid-cols-4">
        {branches.map(({ root, children }) => (
          <CategoryCard key={root.id} root={root} branches={children} query={query} />
        ))}
      </ul>
    </div>
  );
}

const shownChildren = 5;

/** A single row on phones; its children expand by a checkbox, so that it works without JavaScript. */
function CategoryCard({
  root,
  branches,
  query,
}: {
  root: Branch;
  branches: readonly Branch[];
  query: string;
}) {
  const id = useId();
  const shown = query ? branches : branches.slice(0, shownChildren);
  const collapsedStyles = !query && 'max-sm:hidden max-sm:peer-checked:block';
  return (
    <li className="flex flex-wrap overflow-hidden rounded-lg border border-border bg-surface sm:flex-col sm:flex-nowrap">
      <Link
        to={resultsPath({ category: root.slug })}
        className="group flex min-w-0 flex-1 items-center -outline-offset-2 sm:block sm:flex-none"
      >
        <CategoryTile
          {...root}
          cols={8}
          rows={2}
          className="my-2 ml-2 size-12 shrink-0 rounded-md sm:m-0 sm:h-18 sm:w-full sm:rounded-none"
        />
        <span className="flex min-w-0 flex-1 items-center gap-2 px-3 sm:px-4 sm:pt-3 sm:pb-1">
          <h2 className="min-w-0 flex-1 text-h3 underline-offset-4 group-hover:underline">
            <Highlighted text={root.name} query={query} />
          </h2>
          <span className="text-sm text-ink-3 tabular-nums">{formatNumber(root.listingsCount)}</span>
        </span>
      </Link>
      {!query && (
        <>
          <input id={id} type="checkbox" className="peer sr-only sm:hidden" />
          <label
            htmlFor={id}
            className="flex w-12 cursor-pointer items-center justify-center border-l border-border text-ink-2 -outline-offset-2 peer-checked:*:rotate-180 peer-focus-visible:outline-2 peer-focus-visible:outline-ring sm:hidden"
          >
            <ChevronDown aria-hidden="true" />
            <span className="sr-only">Mostrar o que há em {root.name}</span>
          </label>
        </>
      )}
      <ul className={cn('w-full flex-1 basis-full px-4 pb-1 sm:basis-auto', collapsedStyles)}>
        {shown.map((child) => (
          <li key={child.id}>
            <Link
              to={resultsPath({ category: child.slug })}
              className="flex min-h-11 items-center justify-between gap-3 text-ui font-normal text-ink-2 underline-offset-4 hover:text-ink hover:underline md:min-h-9"
            >
              <span>
                <Highlighted text={child.name} query={query} />
              </span>
              <span className="text-sm text-ink-3 tabular-nums">{formatNumber(child.listingsCount)}</span>
            </Link>
          </li>
        ))}
      </ul>
      <Link
        to={resultsPath({ category: root.slug })}
        aria-label={`Ver todos de ${root.name}`}
        className={cn(
          'flex min-h-11 w-full items-center justify-between border-t border-border px-4 text-ui font-semibold text-brand -outline-offset-2 hover:bg-surface-2',
          !query && 'max-sm:hidden max-sm:peer-checked:flex',
        )}
      >
        Ver todos <ChevronRight aria-hidden="true" className="size-4" />
      </Link>
    </li>
  );
}

/** Highlights the part that was typed. */
function Highlighted({ text, query }: { text: string; query: string }) {
  const start = query ? normalize(text).indexOf(normalize(query)) : -1;
  if (start < 0) return text;
  const end = start + normalize(query).length;
  return (
    <>
      {text.slice(0, start)}
      <mark className="rounded-xs bg-accent-soft text-ink">{text.slice(start, end)}</mark>
      {text.slice(end)}
    </>
  );
}

function childrenOf(root: Branch, all: readonly Branch[], query: string): Branch[] {
  const children = all.filter((category) => category.parentId === root.id);
  return query && !matches(root.name, query) ? children.filter(({ name }) => matches(name, query)) : children;
}

function matches(name: string, query: string): boolean {
  return normalize(name).includes(normalize(query));
}

/** Removes accents and case letter by letter, so that positions stay the same. */
function normalize(text: string): string {
  return text.trim().normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
