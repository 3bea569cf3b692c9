import { Link } from 'react-router';
import { CategoryTile } from '#web/listings/categories/category-tile.tsx';
import { resultsPath } from '#web/listings/search/results-query.ts';
import { formatCount } from '#web/ui/data/formats.ts';
import type { HomeData } from './load-home.ts';

/** Eight categories: on phones a scrolling row that shows a little more than four, from 1024 px one full row. */
export function CategoryRail({ categories }: { categories: HomeData['categories'] }) {
  if (categories.length === 0) return null;
  return (
    <nav aria-label="Categorias" className="-mx-4 md:mx-0">
      <ul className="flex scroll-row gap-3 px-4 py-1 md:grid md:grid-cols-4 md:gap-4 md:px-0 lg:grid-cols-8">
        {categories.map(({ slug, name, icon, listingsCount }) => (
          <li key={slug} className="w-[21.5%] min-w-[4.75rem] shrink-0 md:w-auto md:min-w-0">
            <Link
              to={resultsPath({ category: slug })}
              className="group flex h-full flex-col items-center gap-2 rounded-lg text-center md:flex-row md:gap-3 md:border md:border-border md:bg-surface md:p-3 md:text-left md:hover:border-border-strong lg:flex-col lg:items-start lg:p-3.5"
            >
              <CategoryTile
                slug={slug}
                icon={icon}
                cols={3}
                rows={3}
                className="aspect-square w-full rounded-lg md:w-12 md:shrink-0 md:rounded-md lg:w-14"
              />
              <span className="min-w-0">
                <span className="line-clamp-3 text-xs text-balance leading-[1.125rem] text-ink group-hover:underline md:text-ui">
                  {name}
                </span>
                <span className="hidden text-xs font-normal text-ink-3 md:block">
                  {formatCount(listingsCount, 'anúncio', 'anúncios')}
                </span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
