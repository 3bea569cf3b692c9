import type { SVGProps } from 'react';
import type { CategoryIcon as IconName } from '#domain/listings/category-icons.ts';
import { SpriteIcon } from '#web/ui/icons/icons.tsx';
import sprite from './category-icons.svg?url';

/** An icon of a category, from a file of their own that only pages with categories load. */
export function CategoryIcon({ name, ...props }: Omit<SVGProps<SVGSVGElement>, 'name'> & { name: IconName }) {
  return <SpriteIcon {...props} href={`${sprite}#${name}`} />;
}
