import type { Category } from '#contract/listings/catalogue.ts';

export interface CategoryChoice {
  id: number;
  name: string;
  /** «Games › Contas», to distinguish categories of the same name. */
  path: string;
}

export interface CategoryGroup {
  name: string;
  choices: CategoryChoice[];
}

/** Selectable categories: the tree's leaves, grouped under their root's name, in display order. */
export function categoryGroups(categories: readonly Category[]): CategoryGroup[] {
  const parents = new Set(categories.map(({ parentId }) => parentId));
  const groups = new Map<number, CategoryGroup>();
  for (const category of categories.filter(({ id }) => !parents.has(id))) {
    const path = ancestry(categories, category.id);
    const root = path[0]!;
    const group = groups.get(root.id) ?? { name: root.name, choices: [] };
    group.choices.push({
      id: category.id,
      name: category.name,
      path: path.map(({ name }) => name).join(' › '),
    });
    groups.set(root.id, group);
  }
  return [...groups.values()];
}

/** Keeps categories whose path contains every word, ignoring accents and case. */
export function filterGroups(groups: readonly CategoryGroup[], search: string): CategoryGroup[] {
  const terms = plain(search).split(/\s+/).filter(Boolean);
  return groups
    .map((group) => ({
      ...group,
      choices: group.choices.filter(({ path }) => terms.every((word) => plain(path).includes(word))),
    }))
    .filter(({ choices }) => choices.length > 0);
}

/** The path from the root to the category itself. */
export function ancestry(categories: readonly Category[], id: number | null): Category[] {
  const line: Category[] = [];
  for (let at = id; at !== null && line.length < 8;) {
    const category = categories.find((one) => one.id === at);
    if (!category) break;
    line.unshift(category);
    at = category.parentId;
  }
  return line;
}

function plain(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase();
}
