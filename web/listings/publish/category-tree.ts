import type { Category } from '#contract/listings/catalogue.ts';

export interface CategoryChoice {
  id: number;
  name: string;
  /** «Games › Contas», to tell twins apart. */
  path: string;
}

export interface CategoryGroup {
  name: string;
  choices: CategoryChoice[];
}

/** Where listings may stand: the leaves of the tree, under the name of their root, in display order. */
export function categoryGroups(categories: readonly Category[]): CategoryGroup[] {
  const parents = new Set(categories.map(({ parentId }) => parentId));
  const groups = new Map<number, CategoryGroup>();
  for (const category of categories.filter(({ id }) => !parents.has(id))) {
    const line = ancestry(categories, category.id);
    const root = line[0]!;
    const group = groups.get(root.id) ?? { name: root.name, choices: [] };
    group.choices.push({
      id: category.id,
      name: category.name,
      path: line.map(({ name }) => name).join(' › '),
    });
    groups.set(root.id, group);
  }
  return [...groups.values()];
}

/** Only what the words name, accents and case aside; every word must be somewhere in the path. */
export function filterGroups(groups: readonly CategoryGroup[], words: string): CategoryGroup[] {
  const wanted = plain(words).split(/\s+/).filter(Boolean);
  return groups
    .map((group) => ({
      ...group,
      choices: group.choices.filter(({ path }) => wanted.every((word) => plain(path).includes(word))),
    }))
    .filter(({ choices }) => choices.length > 0);
}

/** From the root down to the category itself. */
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
