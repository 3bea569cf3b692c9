import type { FormEvent, ReactNode } from 'react';
import { Fragment, useRef } from 'react';
import { Form, Link, useNavigate } from 'react-router';
import { Kept } from '#web/kept.tsx';
import { Button } from '#web/ui/button.tsx';
import { cn } from '#web/ui/class-names.ts';
import { Field, FieldSet } from '#web/ui/field.tsx';
import { formatCount, formatNumber } from '#web/ui/formats.ts';
import { LateSheet } from '#web/ui/late-sheet.tsx';
import { TextInput } from '#web/ui/text-input.tsx';
import { deliveryFilterWords } from './applied-filters.ts';
import type { ResultsFilters } from './results-query.ts';
import { deliveryKey, noFilters, readFilters, resultsPath, writeReais } from './results-query.ts';
import type { Found, Named } from './search.ts';

interface FilterFormProps {
  filters: ResultsFilters;
  branch: readonly Named[];
  found: Omit<Found, 'items'>;
}

/** A real GET form: each choice acts at once with JavaScript, a button sends it without. */
export function FilterForm({ filters, branch, found }: FilterFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const navigate = useNavigate();

  function apply(replace: boolean): void {
    if (!form.current) return;
    const search = new URLSearchParams(
      [...new FormData(form.current)].map(([name, value]) => [name, String(value)]),
    );
    const path = resultsPath({ ...readFilters(search), page: 1 });
    if (path !== resultsPath({ ...filters, page: 1 }))
      void navigate(path, { replace, preventScrollReset: true });
  }

  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    apply(false);
  }

  return (
    <Form ref={form} action="/anuncios" onSubmit={onSubmit} className="flex flex-col gap-6">
      {filters.words && <input type="hidden" name="q" value={filters.words} />}
      {filters.sort !== noFilters.sort && <input type="hidden" name="ordem" value={filters.sort} />}
      <CategoryChoices filters={filters} branch={branch} found={found} onChoose={() => apply(false)} />
      <FieldSet label="Preço">
        <div className="grid grid-cols-2 gap-2">
          <PriceField name="precoMin" label="De" cents={filters.minCents} onDone={() => apply(true)} />
          <PriceField name="precoMax" label="Até" cents={filters.maxCents} onDone={() => apply(true)} />
        </div>
      </FieldSet>
      <FieldSet label="Entrega">
        <Kept kind="delivery" parts={deliveries(filters, found)}>
          {({ type, count, checked }) => (
            <Choice
              key={type ?? 'any'}
              name="entrega"
              value={type ? deliveryKey(type) : ''}
              checked={checked}
              count={count}
              onChoose={() => apply(false)}
            >
              {type ? deliveryFilterWords[type] : 'Qualquer uma'}
            </Choice>
          )}
        </Kept>
      </FieldSet>
      <noscript>
        <Button type="submit" full>
          Aplicar filtros
        </Button>
      </noscript>
    </Form>
  );
}

/** The facts of each choice: `null` is any. */
function deliveries(filters: ResultsFilters, { facets }: FilterFormProps['found']) {
  return ([null, 'automatic', 'manual'] as const).map((type) => ({
    type,
    checked: filters.delivery === type,
    count: type ? facets[type] : undefined,
  }));
}

const openCategories = 8;

/** «Todas», the way down to the chosen category, and what lies below it. */
function CategoryChoices({ filters, branch, found, onChoose }: FilterFormProps & { onChoose: () => void }) {
  const below = found.facets.categories;
  if (below.length === 0 && branch.length === 0) return null;
  const choice = ({ slug, name, count, depth }: Named & { count?: number; depth: number }) => (
    <Choice
      key={slug}
      name="categoria"
      value={slug}
      checked={filters.category === slug}
      count={count}
      depth={depth}
      onChoose={onChoose}
    >
      {name}
    </Choice>
  );
  // What has something in it comes first; the rest is greyed, not hidden.
  const useful = below.toSorted((one, other) => Number(other.count > 0) - Number(one.count > 0));
  const rows = useful.map((category) => choice({ ...category, depth: branch.length }));
  const rest = rows.slice(openCategories);
  return (
    <FieldSet label="Categoria">
      <Kept kind="categories" parts={[{ category: filters.category, branch, below }]}>
        {() => (
          <Fragment key="categories">
            <Choice name="categoria" value="" checked={!filters.category} onChoose={onChoose}>
              Todas
            </Choice>
            {branch.map((category, depth) => choice({ ...category, depth }))}
            {rows.slice(0, openCategories)}
            {rest.length > 0 && (
              <details className="group">
                <summary className="flex min-h-11 items-center rounded-sm text-sm font-semibold text-brand group-open:hidden lg:min-h-9">
                  Ver mais {formatNumber(rest.length)}
                </summary>
                {rest}
              </details>
            )}
          </Fragment>
        )}
      </Kept>
    </FieldSet>
  );
}

interface ChoiceProps {
  name: string;
  value: string;
  checked: boolean;
  /** How many listings are left with it; zero is greyed, not hidden. */
  count?: number;
  /** How far it is indented. */
  depth?: number;
  onChoose: () => void;
  children: ReactNode;
}

function Choice({ name, value, checked, count, depth = 0, onChoose, children }: ChoiceProps) {
  return (
    <label style={depth > 0 ? { paddingLeft: depth * 16 } : undefined} className="filter-choice">
      <input
        type="radio"
        name={name}
        value={value}
        checked={checked}
        onChange={onChoose}
        className="size-4.5 shrink-0 appearance-none rounded-full border-[1.5px] border-border-strong bg-surface checked:border-[5.5px] checked:border-brand"
      />
      <span
        className={cn(
          'min-w-0 flex-1',
          checked ? 'font-semibold text-ink' : 'text-ink-2',
          count === 0 && 'text-ink-3',
        )}
      >
        {children}
      </span>
      {count !== undefined && <span className="text-sm text-ink-3 tabular-nums">{formatNumber(count)}</span>}
    </label>
  );
}

interface PriceFieldProps {
  name: string;
  label: string;
  cents: number | null;
  onDone: () => void;
}

/** Plain reais («50», «1.249,90»): it must work as typed in a form that no script reads. */
function PriceField({ name, label, cents, onDone }: PriceFieldProps) {
  const text = cents === null ? '' : writeReais(cents);
  return (
    <Field label={label} className="[&_label]:text-sm [&_label]:font-normal [&_label]:text-ink-2">
      <TextInput
        key={text}
        name={name}
        defaultValue={text}
        inputMode="decimal"
        autoComplete="off"
        leading="R$"
        onBlur={onDone}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          onDone();
        }}
        className="tabular-nums"
      />
    </Field>
  );
}

/** The same form on phones and tablets, with the result's size on its button. */
export function FilterSheet({
  filters,
  branch,
  found,
  open,
  onOpenChange,
}: FilterFormProps & { open: boolean; onOpenChange: (open: boolean) => void }) {
  return (
    <LateSheet
      title="Filtros"
      open={open}
      onOpenChange={onOpenChange}
      footer={
        <>
          <Button asChild variant="secondary">
            <Link to={resultsPath({ words: filters.words, sort: filters.sort })}>Limpar</Link>
          </Button>
          <Button onClick={() => onOpenChange(false)}>
            Ver {formatCount(found.total, 'anúncio', 'anúncios')}
          </Button>
        </>
      }
    >
      <FilterForm filters={filters} branch={branch} found={found} />
    </LateSheet>
  );
}
