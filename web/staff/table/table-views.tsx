import { BookmarkPlus, X } from '#web/ui/icons/icons.tsx';
import { useState } from 'react';
import { Link } from 'react-router';
import { Button } from '#web/ui/buttons/button.tsx';
import { cn } from '#web/ui/styles/class-names.ts';
import { Field } from '#web/ui/forms/field.tsx';
import { Popover, PopoverClose } from '#web/ui/overlays/popover.tsx';
import { TextInput } from '#web/ui/forms/text-input.tsx';
import { tableParams } from './table-definition.ts';
import type { TableDefinition } from './table-definition.ts';
import type { ServerTableState } from './use-server-table.ts';

/** «Todos · Com problema · + Salvar visão»: predefined views, then the user's own. */
export function TableViews<Row>({
  definition,
  table,
}: {
  definition: TableDefinition<Row>;
  table: ServerTableState;
}) {
  const { preservedParams: preserved = [] } = definition;
  const current = canonical(table.params, preserved);
  const own = table.settings.views;
  const predefined = [{ name: 'Todos', query: '' }, ...definition.views];
  const views = definition.viewsAreTabs ? [] : predefined;
  const known = [...predefined, ...own].some(
    ({ query }) => canonical(new URLSearchParams(query), preserved) === current,
  );
  if (known && views.length + own.length === 0) return null;
  const address = (query: string) => {
    const params = new URLSearchParams(query);
    for (const name of preserved) {
      const value = table.params.get(name);
      if (value) params.set(name, value);
    }
    return `?${params}`;
  };
  const linkStyles = (query: string) =>
    cn(
      'inline-flex h-11 items-center rounded-md px-3 text-ui md:h-9',
      canonical(new URLSearchParams(query), preserved) === current
        ? 'bg-brand-soft font-semibold text-on-brand-soft'
        : 'text-ink-2 hover:bg-surface-2 hover:text-ink',
    );
  return (
    <nav aria-label={`Visões de ${definition.caption}`} className="flex flex-wrap items-center gap-1">
      {views.map(({ name, query }) => (
        <Link
          key={name}
          to={address(query)}
          aria-current={canonical(new URLSearchParams(query), preserved) === current ? 'page' : undefined}
          className={linkStyles(query)}
        >
          {name}
        </Link>
      ))}
      {own.map(({ name, query }) => (
        <span key={name} className="inline-flex items-center">
          <Link to={address(query)} className={linkStyles(query)}>
            {name}
          </Link>
          <button
            type="button"
            aria-label={`Apagar visão ${name}`}
            onClick={() => table.keep({ views: own.filter((view) => view.name !== name) })}
            className="hit-44 flex size-7 items-center justify-center rounded-full text-ink-3 hover:bg-surface-2 hover:text-ink"
          >
            <X aria-hidden="true" className="size-4" />
          </button>
        </span>
      ))}
      {!known && (
        <SaveView
          taken={own.map(({ name }) => name)}
          onSave={(name) => table.keep({ views: [...own, { name, query: current }] })}
        />
      )}
    </nav>
  );
}

function SaveView({ taken, onSave }: { taken: readonly string[]; onSave: (name: string) => void }) {
  const [name, setName] = useState('');
  const clean = name.trim();
  const reason =
    clean === '' ? 'Dê um nome à visão.' : taken.includes(clean) ? 'Este nome já existe.' : undefined;
  return (
    <Popover
      label="Salvar visão"
      trigger={
        <Button
          variant="quiet"
          icon={<BookmarkPlus aria-hidden="true" className="size-4" />}
          className="px-3"
        >
          Salvar visão
        </Button>
      }
    >
      <div className="flex flex-col gap-3">
        <Field label="Nome da visão" hint="Guarda busca, filtros e ordem. Só você vê.">
          <TextInput value={name} maxLength={40} onChange={(event) => setName(event.target.value)} />
        </Field>
        <PopoverClose>
          <Button disabledReason={reason} onClick={() => onSave(clean)}>
            Salvar visão
          </Button>
        </PopoverClose>
      </div>
    </Popover>
  );
}

/** The view that the address corresponds to, predefined or saved; null when other filters apply. */
export function activeView<Row>(definition: TableDefinition<Row>, table: ServerTableState) {
  const { preservedParams: preserved = [], views } = definition;
  const current = canonical(table.params, preserved);
  const all = [...views, ...table.settings.views];
  return all.find(({ query }) => canonical(new URLSearchParams(query), preserved) === current) ?? null;
}

/** Search, filters and sort in a canonical form, without page or open row. */
function canonical(params: URLSearchParams, preserved: readonly string[]): string {
  const relevant = [...params].filter(
    ([name, value]) => value && ![tableParams.cursor, tableParams.size, 'id', ...preserved].includes(name),
  );
  return new URLSearchParams(relevant.toSorted(([a], [b]) => a.localeCompare(b))).toString();
}
