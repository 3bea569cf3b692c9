import type { FormEvent } from 'react';
import { Fragment, useEffect, useRef, useState } from 'react';
import { Form, Link, useNavigate } from 'react-router';
import { Cached } from '#web/boot/cached-markup.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { Field, FieldSet } from '#web/ui/forms/field.tsx';
import { formatCount, formatNumber } from '#web/ui/data/formats.ts';
import { LazySheet } from '#web/ui/overlays/lazy-sheet.tsx';
import { TextInput } from '#web/ui/forms/text-input.tsx';
import { deliveryFilterWords } from './applied-filters.ts';
import {
  AttributeChoices,
  Choice,
  OneOf,
  openChoices,
  PriceSteps,
  SellerChoices,
} from './results-choices.tsx';
import type { ResultsFilters } from './results-query.ts';
import { deliveryKey, noFilters, readFilters, readReais, resultsPath, writeReais } from './results-query.ts';
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
    const wish = readFilters(search);
    // Another category asks other things.
    const attributes = wish.category === filters.category ? wish.attributes : {};
    const path = resultsPath({ ...wish, attributes, page: 1 });
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
        <PriceSteps filters={filters} found={found} />
      </FieldSet>
      <OneOf
        label="Entrega"
        name="entrega"
        choices={deliveries(filters, found)}
        onChoose={() => apply(false)}
      />
      <SellerChoices filters={filters} found={found} onChoose={() => apply(false)} />
      <AttributeChoices filters={filters} found={found} onChoose={() => apply(false)} />
      <noscript>
        <Button type="submit" full>
          Aplicar filtros
        </Button>
      </noscript>
    </Form>
  );
}

function deliveries(filters: ResultsFilters, { facets }: FilterFormProps['found']) {
  const types = (['automatic', 'manual'] as const).map((type) => ({
    value: deliveryKey(type),
    words: deliveryFilterWords[type],
    checked: filters.delivery === type,
    count: facets[type],
  }));
  return [{ value: '', words: 'Qualquer uma', checked: filters.delivery === null }, ...types];
}

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
  const rest = rows.slice(openChoices);
  return (
    <FieldSet label="Categoria">
      <Cached kind="categories" parts={[{ category: filters.category, branch, below }]}>
        {() => (
          <Fragment key="categories">
            {[
              // One list, so that the choice that was made keeps its element and the focus when it moves up.
              <Choice key="" name="categoria" value="" checked={!filters.category} onChoose={onChoose}>
                Todas
              </Choice>,
              ...branch.map((category, depth) => choice({ ...category, depth })),
              ...rows.slice(0, openChoices),
            ]}
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
      </Cached>
    </FieldSet>
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
  // Until the address says something else.
  const [unreadBeside, setUnreadBeside] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  // What the address says now, in a field that keeps the focus.
  useEffect(() => {
    field.current!.value = text;
  }, [text]);

  function finish(typed: string): void {
    const isMoney = typed.trim() === '' || readReais(typed) !== null;
    setUnreadBeside(isMoney ? null : text);
    if (isMoney) onDone();
  }

  return (
    <Field
      label={label}
      error={unreadBeside === text && 'Escreva um valor em reais, como 50 ou 1.249,90.'}
      className="[&_label]:text-sm [&_label]:font-normal [&_label]:text-ink-2"
    >
      <TextInput
        ref={field}
        name={name}
        defaultValue={text}
        inputMode="decimal"
        autoComplete="off"
        leading="R$"
        onBlur={(event) => finish(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          finish(event.currentTarget.value);
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
    <LazySheet
      title="Filtros"
      open={open}
      onOpenChange={onOpenChange}
      footer={
        <div className="flex gap-2">
          <Button asChild variant="secondary">
            <Link to={resultsPath({ words: filters.words, sort: filters.sort })}>Limpar</Link>
          </Button>
          <Button className="flex-1" onClick={() => onOpenChange(false)}>
            Ver {formatCount(found.total, 'anúncio', 'anúncios')}
          </Button>
        </div>
      }
    >
      <FilterForm filters={filters} branch={branch} found={found} />
    </LazySheet>
  );
}
