import { Search } from '#web/ui/icons/icons.tsx';
import { Suspense, useId, useRef } from 'react';
import { Form, useLocation, useNavigate, useSearchParams } from 'react-router';
import { lazyPart } from '#web/ui/page/lazy-part.ts';
import { cn } from '#web/ui/styles/class-names.ts';
import { useSuggestions } from './use-suggestions.ts';
import type { Suggestion } from './load-suggestions.ts';

const SuggestionList = lazyPart(async () => ({
  default: (await import('./suggestion-list.tsx')).SuggestionList,
}));

export interface SearchFormProps {
  id?: string;
  size?: 'md' | 'lg';
  /** Takes the focus when it appears, because the person just opened it. */
  focused?: boolean;
  onDone?: () => void;
  className?: string;
}

/** The site's search: a real GET form, so that it works before and without JavaScript. */
export function SearchForm({ id, size = 'md', focused, onDone, className }: SearchFormProps) {
  const { pathname } = useLocation();
  const [search] = useSearchParams();
  const field = useRef<HTMLInputElement>(null);
  const focusTaken = useRef(false);
  const navigate = useNavigate();
  const listId = useId();
  const { items, active, ...suggestions } = useSuggestions({ choose: go, preview: show });
  const open = items.length > 0;
  const present = pathname === '/anuncios' ? (search.get('q') ?? '') : '';

  function show(words: string): void {
    if (field.current) field.current.value = words;
  }

  function go({ words, category }: Suggestion): void {
    show(category ? '' : words);
    leave();
    const query = new URLSearchParams(category ? { categoria: category } : { q: words });
    void navigate(`/anuncios?${query}`);
  }

  function leave(): void {
    suggestions.close();
    field.current?.blur();
    onDone?.();
  }

  return (
    <search className={cn('relative', className)}>
      <Form
        action="/anuncios"
        onSubmit={leave}
        className={cn(
          'flex min-w-0 items-center rounded-md border border-border-strong bg-surface pr-1 pl-3.5 hover:border-ink-3',
          'focus-within:outline-2 focus-within:outline-offset-1 focus-within:outline-ring',
          size === 'lg' ? 'h-14 rounded-lg pr-1.5 pl-4' : 'h-control',
        )}
      >
        <input
          ref={(input) => {
            field.current = input;
            if (focused && input && !focusTaken.current) input.focus();
            focusTaken.current = input !== null;
          }}
          key={present}
          id={id}
          type="search"
          data-opens="busca"
          name="q"
          defaultValue={present}
          maxLength={120}
          aria-label="Buscar anúncios"
          placeholder="Buscar anúncios…"
          enterKeyHint="search"
          autoComplete="off"
          // A combobox only while there are suggestions; otherwise, and without JavaScript, a search field.
          {...(open && {
            role: 'combobox',
            'aria-expanded': true,
            'aria-autocomplete': 'list',
            'aria-controls': listId,
            'aria-activedescendant': active >= 0 ? `${listId}-${active}` : undefined,
          })}
          onChange={(event) => suggestions.type(event.target.value)}
          onKeyDown={suggestions.onKeyDown}
          onBlur={suggestions.close}
          className="h-full min-w-0 flex-1 bg-transparent text-body outline-none [&::-webkit-search-cancel-button]:hidden"
        />
        {size === 'lg' ? (
          <button
            type="submit"
            className="inline-flex h-11 items-center gap-2 rounded-md bg-brand px-4 text-ui font-semibold text-on-brand ring-gap hover:bg-brand-hover active:bg-brand-active md:px-6"
          >
            <Search aria-hidden="true" className="max-sm:hidden" />
            Buscar
          </button>
        ) : (
          <button
            type="submit"
            aria-label="Buscar"
            className="inline-flex size-9 items-center justify-center rounded-sm text-ink-2 hit-44 hover:bg-surface-2 hover:text-ink"
          >
            <Search aria-hidden="true" />
          </button>
        )}
      </Form>
      {open && (
        <Suspense>
          <SuggestionList id={listId} items={items} active={active} onChoose={go} />
        </Suspense>
      )}
    </search>
  );
}
