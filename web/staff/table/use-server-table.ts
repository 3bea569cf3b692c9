import { useEffect, useRef, useState } from 'react';
import { useNavigation, useSearchParams } from 'react-router';
import type { Sort } from '#web/ui/data/data-table.tsx';
import { aviso } from '#web/ui/overlays/toast.tsx';
import { saveSettings } from './load-table.ts';
import type { LoadedTable, TableSettings } from './load-table.ts';
import { narrowing, tableParams } from './table-definition.ts';
import type { TableColumn, TableDefinition } from './table-definition.ts';

/** Everything a list of the dashboard is at this moment: the address is its state, the settings are the person's. */
export function useServerTable<Row>(definition: TableDefinition<Row>, loaded: LoadedTable<Row>) {
  const [params, setParams] = useSearchParams();
  const navigation = useNavigation();
  const [settings, setSettings] = useState(loaded.settings);
  const narrowed = narrowing(definition);
  // The address changes when the rows are there; what is asked meanwhile comes on top of what was asked before.
  const latest = useRef(params);
  useEffect(() => {
    if (navigation.state === 'idle') latest.current = params;
  }, [params, navigation.state]);

  /** Changes what is asked; the place in the list begins again unless it is what changes. */
  function ask(changes: Record<string, string | null>): void {
    const next = new URLSearchParams(latest.current);
    next.delete(tableParams.cursor);
    for (const [name, value] of Object.entries(changes)) {
      if (value) next.set(name, value);
      else next.delete(name);
    }
    latest.current = next;
    setParams(next, { preventScrollReset: true });
  }

  function keep(changes: Partial<TableSettings>): void {
    const next = { ...settings, ...changes };
    setSettings(next);
    void saveSettings(definition.name, next).then(
      (saved) => saved || aviso.erro('Não salvou', 'Sua escolha vale só nesta visita. Tente de novo.'),
    );
  }

  const asked = params.get(tableParams.sort) ?? definition.usualSort;
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
    /** Whether something was asked that may be why nothing is there. */
    filtered: narrowed.some((name) => params.get(name)),
    clear: () => ask(Object.fromEntries(narrowed.map((name) => [name, null]))),
    refreshing: navigation.state === 'loading' && navigation.location.pathname === location.pathname,
  };
}

export type ServerTableState = Omit<ReturnType<typeof useServerTable>, 'columns'>;

function keyOf<Row>(columns: readonly TableColumn<Row>[], sort: string): string {
  return columns.find((column) => column.sort === sort)?.key ?? sort;
}
