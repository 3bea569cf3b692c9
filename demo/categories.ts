import { digitalBranches } from './categories/digital.ts';
import { homeBranches } from './categories/home.ts';
import { livingBranches } from './categories/living.ts';
import { technologyBranches } from './categories/technology.ts';
import { flatten } from './categories/tree.ts';
import type { SeedCategory } from './types.ts';

/** The demo's category tree as flat rows, every parent before its children. */
export const categories: readonly SeedCategory[] = [
  ...digitalBranches,
  ...technologyBranches,
  ...homeBranches,
  ...livingBranches,
].flatMap((branch, index) => flatten(branch, index + 1));

/** The categories that hold listings. */
export const leafCategories: readonly SeedCategory[] = categories.filter(
  (category) => category.parentSlug !== null,
);
