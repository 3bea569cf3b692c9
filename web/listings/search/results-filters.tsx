import type { FormEvent, KeyboardEvent } from 'react';
import { Fragment, useEffect, useRef, useState } from 'react';
import { Form, Link, useNavigate } from 'react-router';
import { Cached } from '#web/boot/cached-markup.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { Field, FieldSet } from '#web/ui/forms/field.tsx';
import { formatCount, formatNumber } from '#web/ui/data/formats.ts';
import { LazySheet } from '#web/boot/lazy-sheet.tsx';
import { TextInput } from '#web/ui/forms/text-input.tsx';
import {
  AttributeChoices,
  Choice,
  DeliveryChoices,
  groupedField,
  visibleChoices,
  PriceSteps,
  SellerChoices,
} from './results-choices.tsx';
import { PlaceChoices } from './place-choices.tsx';
import type { ResultsFilters } from './results-query.ts';
import { noFilters, readFilters, readReais, resultsPath, writeReais } from './results-query.ts';
import type { Found, NamedCategory } from './search.ts';

interface FilterFormProps {
  filters: ResultsFilters;
  branch: readonly NamedCategory[];
  found: Omit<Found, 'items'>;
  /** Why the typed or addressed place was not used. */
  placeProblem: string | null;
}

interface WholeFormProps extends FilterFormProps {
  /** Enter on a choice: the person has chosen enough and goes on to the results. */
  onDone: () => void;
}

/** A real GET form: with JavaScript each choice applies at once; without, a button submits it. */
export function FilterForm({ filters, branch, found, placeProblem, onDone }: WholeFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const navigate = useNavigate();

  function apply(replace: boolean): void {
    if (!form.current) return;
    const search = new URLSearchParams(
      [...new FormData(form.current)].map(([name, value]) => [name, String(value)]),
    );
    const requested = readFilters(search);
    // Another category has other attributes.
    const attributes = requested.category === filters.category ? requested.attributes : {};
    const path = resultsPath({ ...requested, attributes, page: 1 });
    if (path !== resultsPath({ ...filters, page: 1 }))
      void navigate(path, { replace, preventScrollReset: true });
  }

  // A state and a city are two ways to say the same, so the newer one replaces the other.
  function applyPlace(place: Partial<ResultsFilters>): void {
    const elsewhere = { ...filters, state: null, city: null, radius: null, page: 1 };
    void navigate(resultsPath({ ...elsewhere, ...place }), { preventScrollReset: true });
  }

  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    apply(false);
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || !isChoice(event.target)) return;
    event.preventDefault();
    onDone();
  }

  return (
    <Form
      ref={form}
      action="/anuncios"
      onSubmit={onSubmit}
      onKeyDown={onKeyDown}
      className="flex flex-col gap-6"
    >
      <p className="sr-only noscript:hidden">Cada escolha vale na hora. Enter leva aos resultados.</p>
      {filters.searchText && <input type="hidden" name="q" value={filters.searchText} />}
      {filters.sort !== noFilters.sort && <input type="hidden" name="ordem" value={filters.sort} />}
      <CategoryChoices filters={filters} branch={branch} found={found} onChoose={() => apply(false)} />
      <PlaceChoices
        filters={filters}
        found={found}
        problem={placeProblem}
        onChoose={() => apply(false)}
        onPlace={applyPlace}
      />
      <PriceChoices filters={filters} found={found} onDone={() => apply(true)} />
      <DeliveryChoices filters={filters} found={found} onChoose={() => apply(false)} />
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

/** The form has no button and two text fields, so browsers ignore Enter on these. */
function isChoice(target: EventTarget): boolean {
  return target instanceof HTMLInputElement && (target.type === 'checkbox' || target.type === 'radio');
}

type PriceChoicesProps = Pick<FilterFormProps, 'filters' | 'found'> & { onDone: () => void };

function PriceChoices({ filters, found, onDone }: PriceChoicesProps) {
  return (
    <FieldSet label="Preço">
      <div className="grid grid-cols-2 gap-2">
        <PriceField name="precoMin" label="De" cents={filters.minCents} onDone={onDone} />
        <PriceField name="precoMax" label="Até" cents={filters.maxCents} onDone={onDone} />
      </div>
      <PriceSteps filters={filters} found={found} />
    </FieldSet>
  );
}

/** «Todas», the path to the chosen category, and its children. */
function CategoryChoices({
  filters,
  branch,
  found,
  onChoose,
}: Omit<FilterFormProps, 'placeProblem'> & { onChoose: () => void }) {
  const below = found.facets.categories;
  if (below.length === 0 && branch.length === 0) return null;
  const choice = ({ slug, name, count, depth }: NamedCategory & { count?: number; depth: number }) => (
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
  // Categories with results come first; the others are greyed out, not hidden.
  const useful = below.toSorted((one, other) => Number(other.count > 0) - Number(one.count > 0));
  const rows = useful.map((category) => choice({ ...category, depth: branch.length }));
  const rest = rows.slice(visibleChoices);
  return (
    <FieldSet label="Categoria">
      <Cached kind="categories" parts={[{ category: filters.category, branch, below }]}>
        {() => (
          <Fragment key="categories">
            {[
              // One list, so that the chosen element is preserved and keeps the focus when it moves up.
              <Choice key="" name="categoria" value="" checked={!filters.category} onChoose={onChoose}>
                Todas
              </Choice>,
              ...branch.map((category, depth) => choice({ ...category, depth })),
              ...rows.slice(0, visibleChoices),
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

/** Plain reais («50», «1.249,90»), which must work as typed when the form is submitted without JavaScript. */
function PriceField({ name, label, cents, onDone }: PriceFieldProps) {
  const text = cents === null ? '' : writeReais(cents);
  // Shown until the address changes.
  const [invalidAt, setInvalidAt] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  // Takes the address's value in a field that keeps the focus.
  useEffect(() => {
    field.current!.value = text;
  }, [text]);

  function finish(typed: string): void {
    const isMoney = typed.trim() === '' || readReais(typed) !== null;
    setInvalidAt(isMoney ? null : text);
    if (isMoney) onDone();
  }

  return (
    <Field
      label={label}
      error={invalidAt === text && 'Escreva um valor em reais, como 50 ou 1.249,90.'}
      className={groupedField}
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

/** The same form in a sheet on phones and tablets, with the number of results on its button. */
export function FilterSheet({
  filters,
  branch,
  found,
  placeProblem,
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
            <Link to={resultsPath({ searchText: filters.searchText, sort: filters.sort })}>Limpar</Link>
          </Button>
          <Button className="flex-1" onClick={() => onOpenChange(false)}>
            Ver {formatCount(found.total, 'anúncio', 'anúncios')}
          </Button>
        </div>
      }
    >
      <FilterForm
        filters={filters}
        branch={branch}
        found={found}
        placeProblem={placeProblem}
        onDone={() => onOpenChange(false)}
      />
    </LazySheet>
  );
}
