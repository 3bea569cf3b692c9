import { useState } from 'react';
import { useNavigation } from 'react-router';
import { useFilters } from '#web/navigation/use-filters.ts';
import type { Sort } from '#web/ui/data/data-table.tsx';
import { aviso } from '#web/ui/overlays/toast.tsx';
import { saveSettings } from './load-table.ts';
import type { LoadedTable, TableSettings } from './load-table.ts';
import { filterParams, tableParams } from './table-definition.ts';
import type { TableColumn, TableDefinition } from './table-definition.ts';

/** State of a dashboard list: the address holds the query, the user's settings its layout. */
export function useServerTable<Row>(definition: TableDefinition<Row>, loaded: LoadedTable<Row>) {
  const [params, ask] = useFilters(tableParams.cursor);
  const navigation = useNavigation();
  const [settings, setSettings] = useState(loaded.settings);
  const filterNames = filterParams(definition);

  function keep(changes: Partial<TableSettings>): void {
    const next = { ...settings, ...changes };
    setSettings(next);
    void saveSettings(definition.name, next).then(
      (saved) => saved || aviso.erro('Não salvou', 'Sua escolha vale só nesta visita. Tente de novo.'),
    );
  }

  const asked = params.get(tableParams.sort) ?? definition.defaultSort;
  const sort: Sort = {
    key: keyOf(definition.columns, asked.replace('-', '')),
    direction: asked.startsWith('-') ? 'desc' : 'asc',
  };
  const hidden = new Set(settings.hidden);
  return {
    params,
    ask,
    keep,
    settings,
    sort,
    sortBy: ({ key, direction }: Sort) => {
      const name = definition.columns.find((column) => column.key === key)?.sort;
      if (name) ask({ [tableParams.sort]: direction === 'desc' ? `-${name}` : name });
    },
    columns: definition.columns.filter(({ key, fixed }) => fixed || !hidden.has(key)),
    /** Whether a filter may be the reason for an empty list. */
    filtered: filterNames.some((name) => params.get(name)),
    clear: () => ask(Object.fromEntries(filterNames.map((name) => [name, null]))),
    refreshing: navigation.state === 'loading' && navigation.location.pathname === location.pathname,
  };
}

export type ServerTableState = Omit<ReturnType<typeof useServerTable>, 'columns'>;

function keyOf<Row>(columns: readonly TableColumn<Row>[], sort: string): string {
  return columns.find((column) => column.sort === sort)?.key ?? sort;
}
