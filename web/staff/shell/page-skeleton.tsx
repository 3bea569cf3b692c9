import type { ReactNode } from 'react';
import { Loading, RowsSkeleton, Skeleton } from '#web/ui/page/skeleton.tsx';
import { areaOf } from './areas.ts';
import type { StaffArea } from './areas.ts';

interface Shape {
  /** «Carregando os saques». */
  name: string;
  draw: () => ReactNode;
}

/**
 * Placeholder in the shape of a dashboard page, so that loading moves nothing. The frame around the pages renders it.
 * @param at the address being loaded
 */
export function PageSkeleton({ at }: { at: string }) {
  const { name, draw } = shapeOf(at);
  return (
    <Loading name={name} className="page-gutter py-6 md:py-8">
      {draw()}
    </Loading>
  );
}

function shapeOf(at: string): Shape {
  const area = areaOf(at);
  if (!area) return { name: 'o painel', draw: table };
  const inside = at !== area.path && details[area.path];
  return inside || { name: area.thing, draw: shapes[area.skeleton] };
}

/** The page's only h1, with a subtitle where it has one. */
const title = (text = true) => (
  <>
    <Skeleton className="h-7.5 w-48 md:h-9" />
    {text && <Skeleton className="mt-2 h-5.5 w-40" />}
  </>
);

/** On phones each row is a card (`DataTable`). */
const list = (row: string) => (
  <>
    <div className="mt-4 flex flex-col gap-3 md:hidden">
      {Array.from({ length: 4 }, (_, index) => (
        <Skeleton key={index} className="h-65 rounded-lg" />
      ))}
    </div>
    <div className="mt-4 overflow-hidden rounded-lg border border-border max-md:hidden">
      <div className="h-11 border-b border-border bg-surface-2" />
      {Array.from({ length: 8 }, (_, index) => (
        <div
          key={index}
          className={`flex items-center gap-6 border-b border-border px-4 last:border-b-0 ${row}`}
        >
          <Skeleton className="h-4 w-24" />
          <Skeleton className="h-4 flex-1" />
          <Skeleton className="h-4 w-28" />
        </div>
      ))}
    </div>
  </>
);

/** Views, search and filters above the rows. */
const table = () => (
  <>
    {title(false)}
    <Skeleton className="mt-5 h-23 w-full max-w-2xl md:h-11" />
    <Skeleton className="mt-3 h-11 w-full max-w-2xl" />
    <Skeleton className="mt-2 h-9 w-52 md:hidden" />
    {list('h-12')}
  </>
);

const queue = () => (
  <>
    {title()}
    <Skeleton className="mt-5 h-11 w-full max-w-lg" />
    {list('h-24')}
  </>
);

const rows = () => (
  <>
    {title()}
    <RowsSkeleton rows={8} />
  </>
);

const overview = () => (
  <>
    {title(false)}
    <Skeleton className="mt-6 h-11 w-72" />
    <Skeleton className="mt-6 h-11 w-full max-w-2xl" />
    <div className="mt-3 grid grid-cols-[repeat(auto-fill,minmax(min(10rem,100%),1fr))] gap-3 md:max-xl:grid-cols-3">
      {Array.from({ length: 9 }, (_, index) => (
        <Skeleton key={index} className="h-30 rounded-lg md:max-xl:h-28" />
      ))}
    </div>
    <Skeleton className="mt-6 h-11 w-full max-w-2xl" />
    <div className="mt-3 grid gap-3 sm:max-md:grid-cols-2 md:grid-cols-6 md:*:col-span-2 md:*:nth-[n+4]:col-span-3 2xl:grid-cols-5 2xl:*:col-span-1 2xl:*:nth-[n+4]:col-span-1">
      {Array.from({ length: 5 }, (_, index) => (
        <Skeleton key={index} className="h-28 rounded-lg" />
      ))}
    </div>
  </>
);

const triage = () => (
  <div className="grid gap-6 lg:grid-cols-[280px_minmax(0,1fr)_320px]">
    <RowsSkeleton rows={6} />
    <Skeleton className="aspect-4/3 h-auto rounded-lg" />
    <Skeleton className="h-80 rounded-lg" />
  </div>
);

const receipts = () => (
  <>
    {title()}
    <Skeleton className="mt-5 h-11 w-full max-w-lg" />
    <div className="mt-5 grid gap-6 md:grid-cols-[200px_minmax(0,1fr)] lg:grid-cols-[240px_minmax(0,1fr)_340px]">
      <RowsSkeleton rows={6} />
      <Skeleton className="aspect-3/4 h-auto rounded-lg" />
      <Skeleton className="h-96 rounded-lg" />
    </div>
  </>
);

const desk = () => (
  <div className="grid gap-6 md:grid-cols-[260px_minmax(0,1fr)]">
    <RowsSkeleton rows={6} />
    <Skeleton className="h-96 rounded-lg" />
  </div>
);

const plans = () => (
  <>
    <Skeleton className="h-9 w-40" />
    <div className="mt-6 grid gap-4 md:grid-cols-3">
      {Array.from({ length: 3 }, (_, index) => (
        <Skeleton key={index} className="h-80 w-full rounded-lg" />
      ))}
    </div>
  </>
);

const order = () => (
  <>
    <Skeleton className="h-9 w-72" />
    <div className="mt-6 grid gap-6 xl:grid-cols-[7fr_5fr]">
      <Skeleton className="h-80 rounded-lg" />
      <Skeleton className="h-96 rounded-lg" />
    </div>
  </>
);

const columns = () => (
  <>
    <Skeleton className="h-9 w-72" />
    <div className="mt-6 grid gap-6 lg:grid-cols-3">
      <Skeleton className="h-80 rounded-lg" />
      <Skeleton className="h-80 rounded-lg max-lg:hidden" />
      <Skeleton className="h-80 rounded-lg max-lg:hidden" />
    </div>
  </>
);

const form = () => (
  <>
    <Skeleton className="h-9 w-56" />
    <Skeleton className="mt-6 h-11 w-full max-w-lg" />
    <div className="mt-6 flex max-w-2xl flex-col gap-5">
      {Array.from({ length: 5 }, (_, index) => (
        <Skeleton key={index} className="h-18 w-full rounded-md" />
      ))}
    </div>
  </>
);

const shapes: Record<StaffArea['skeleton'], () => ReactNode> = {
  overview,
  triage,
  queue,
  receipts,
  table,
  desk,
  rows,
  plans,
};

/** Detail pages of an area, under the area's address. */
const details: Partial<Record<string, Shape>> = {
  '/dashboard/reclamacoes': { name: 'o caso', draw: columns },
  '/dashboard/pedidos': { name: 'o pedido', draw: order },
  '/dashboard/categorias': { name: 'a categoria', draw: form },
};
