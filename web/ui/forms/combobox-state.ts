import { useId, useState, type KeyboardEvent } from 'react';

export interface ComboboxOption {
  value: string;
  label: string;
  /** A second line: the path of a category. */
  hint?: string;
  /** Additional search terms. */
  keywords?: string;
  disabled?: boolean;
}

export interface ComboboxInput {
  options: readonly ComboboxOption[];
  value: string | null;
  onValueChange: (value: string | null) => void;
  /** Given, the caller filters (by a server request); otherwise the list filters itself. */
  onQueryChange?: (query: string) => void;
  /** Shown first while nothing is typed. */
  recent?: readonly ComboboxOption[];
}

/** The state of an editable combobox with a list (ARIA Authoring Practices), independent of its rendering. */
export function useCombobox({ options, value, onValueChange, onQueryChange, recent = [] }: ComboboxInput) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const [query, setQuery] = useState<string | null>(null);
  const [active, setActive] = useState(0);
  const chosen = [...options, ...recent].find((option) => option.value === value) ?? null;
  const shown = visibleOptions(options, recent, onQueryChange ? null : query);

  function show(): void {
    setActive(
      Math.max(
        0,
        shown.findIndex((option) => option.value === value),
      ),
    );
    setOpen(true);
  }

  function close(): void {
    setOpen(false);
    setQuery(null);
  }

  function type(text: string): void {
    setQuery(text);
    setActive(0);
    setOpen(true);
    onQueryChange?.(text);
    if (text === '') onValueChange(null);
  }

  function pick(option: ComboboxOption | undefined): void {
    if (!option || option.disabled) return;
    onValueChange(option.value);
    close();
  }

  function clear(): void {
    setQuery(null);
    onQueryChange?.('');
    onValueChange(null);
  }

  function move(step: number): void {
    if (!open) show();
    else if (shown.length > 0) setActive((active + step + shown.length) % shown.length);
  }

  /** ↓↑ open and move, Enter picks, Esc closes and then clears. */
  function onKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
    if (event.nativeEvent.isComposing) return;
    const keys: Record<string, (() => void) | undefined> = {
      ArrowDown: () => move(1),
      ArrowUp: () => move(-1),
      Enter: open ? () => pick(shown[active]) : undefined,
      Escape: open ? close : value !== null || query ? clear : undefined,
    };
    const handler = keys[event.key];
    if (!handler) return;
    event.preventDefault();
    handler();
  }

  return {
    id,
    open,
    show,
    close,
    shown,
    active,
    setActive,
    pick,
    chosen,
    inputProps: {
      role: 'combobox' as const,
      'aria-autocomplete': 'list' as const,
      'aria-expanded': open,
      'aria-controls': open ? `${id}-list` : undefined,
      'aria-activedescendant': open && shown[active] ? `${id}-${active}` : undefined,
      autoComplete: 'off',
      autoCapitalize: 'none',
      spellCheck: false,
      value: query ?? chosen?.label ?? '',
      onChange: (event: { target: { value: string } }) => type(event.target.value),
      onKeyDown,
    },
  };
}

export type ComboboxState = ReturnType<typeof useCombobox>;

function visibleOptions(
  options: readonly ComboboxOption[],
  recent: readonly ComboboxOption[],
  query: string | null,
) {
  if (!query) {
    const first = new Set(recent.map((option) => option.value));
    return [...recent, ...options.filter((option) => !first.has(option.value))];
  }
  const words = normalize(query).split(/\s+/).filter(Boolean);
  return options.filter((option) => {
    const text = normalize([option.label, option.hint, option.keywords].join(' '));
    const searched = `${text} ${singular(text)}`;
    return words.every((word) => searched.includes(word) || searched.includes(singular(word)));
  });
}

/** Lower case without accents, because people type «televisao». */
function normalize(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/** Folded words in the singular, roughly: «televisoes» → «televisao», «moveis» → «movel». */
function singular(text: string): string {
  return text
    .replace(/(oes|aes)\b/g, 'ao')
    .replace(/eis\b/g, 'el')
    .replace(/ais\b/g, 'al')
    .replace(/s\b/g, '');
}
