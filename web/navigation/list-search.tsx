import { Search } from '#web/ui/icons/icons.tsx';
import { Form, Link } from 'react-router';
import { Button } from '#web/ui/buttons/button.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { TextInput } from '#web/ui/forms/text-input.tsx';
import { cn } from '#web/ui/styles/class-names.ts';

interface ListSearchProps {
  /** The field's label, as «Buscar em vendas». */
  label: string;
  /** An example of what may be typed. */
  placeholder: string;
  /** The current search text; empty for everything. */
  q: string;
  /** Other query parameters that a search keeps, such as a period. */
  otherParams?: Readonly<Record<string, string>>;
  className?: string;
}

/** A search field for a list of one's own, across its tabs: sets `?q=` of the current page. */
export function ListSearch({ label, placeholder, q, otherParams = {}, className }: ListSearchProps) {
  return (
    <search className={cn('block', className)}>
      <Form aria-label={label} className="flex max-w-[560px] flex-wrap items-end gap-2">
        {Object.entries(otherParams).map(([name, value]) => (
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
            <Link to={`?${new URLSearchParams(otherParams)}`}>Limpar</Link>
          </Button>
        )}
      </Form>
    </search>
  );
}
