import { Search } from 'lucide-react';
import { Form, Link } from 'react-router';
import { Button } from '#web/ui/buttons/button.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { TextInput } from '#web/ui/forms/text-input.tsx';
import { cn } from '#web/ui/styles/class-names.ts';

interface ListSearchProps {
  /** What is searched, as «Buscar em vendas». */
  label: string;
  /** What may be typed. */
  placeholder: string;
  /** What is searched for now; empty for everything. */
  q: string;
  /** What else the address says and a search leaves as it is, as a period. */
  kept?: Readonly<Record<string, string>>;
  className?: string;
}

/** Finds rows of one's own list, whatever tab they are in: `?q=` of the page that it stands on. */
export function ListSearch({ label, placeholder, q, kept = {}, className }: ListSearchProps) {
  return (
    <search className={cn('block', className)}>
      <Form aria-label={label} className="flex max-w-[560px] flex-wrap items-end gap-2">
        {Object.entries(kept).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <Field label={label} hideLabel className="min-w-[min(100%,15rem)] flex-1">
          <TextInput
            key={q}
            type="search"
            name="q"
            defaultValue={q}
            maxLength={80}
            enterKeyHint="search"
            placeholder={placeholder}
            leading={<Search aria-hidden="true" />}
          />
        </Field>
        <Button type="submit" variant="secondary">
          Buscar
        </Button>
        {q !== '' && (
          <Button asChild variant="quiet">
            <Link to={`?${new URLSearchParams(kept)}`}>Limpar</Link>
          </Button>
        )}
      </Form>
    </search>
  );
}
