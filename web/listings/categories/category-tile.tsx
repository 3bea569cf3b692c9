import type { Category } from '#contract/listings/catalogue.ts';
import { cn } from '#web/ui/styles/class-names.ts';
import { Tiles } from '#web/ui/theme/tiles.tsx';
import { CategoryIcon } from './category-icon.tsx';

export interface CategoryTileProps extends Pick<Category, 'slug' | 'icon'> {
  cols: number;
  rows: number;
  className: string;
}

/** The picture of a category: its icon on a quiet mosaic, or the mosaic alone. */
export function CategoryTile({ slug, icon, cols, rows, className }: CategoryTileProps) {
  if (icon === null) return <Tiles seed={slug} cols={cols} rows={rows} className={className} />;
  return (
    <span data-slot="category-tile" className={cn('relative block overflow-hidden', className)}>
      <Tiles seed={slug} cols={cols} rows={rows} tone="soft" className="size-full" />
      <CategoryIcon
        name={icon}
        className="absolute inset-0 m-auto aspect-square h-3/5 w-auto stroke-[1.5] text-on-brand-soft"
      />
    </span>
  );
}
