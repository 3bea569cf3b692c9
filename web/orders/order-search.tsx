import { Search } from 'lucide-react';
import { Form, Link } from 'react-router';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { TextInput } from '#web/ui/text-input.tsx';
import type { Side } from './next-step.ts';

/** Finds an order by its item, its code or the other person, whatever tab it is in. */
export function OrderSearch({ side, q }: { side: Side; q: string }) {
  const what = side === 'buyer' ? 'compras' : 'vendas';
  return (
    <search className="mt-5 block">
      <Form aria-label={`Buscar em ${what}`} className="flex max-w-[560px] flex-wrap items-end gap-2">
        <Field label={`Buscar em ${what}`} hideLabel className="min-w-[min(100%,15rem)] flex-1">
          <TextInput
            key={q}
            type="search"
            name="q"
            defaultValue={q}
            maxLength={80}
            enterKeyHint="search"
            placeholder="Item, código ou pessoa"
            leading={<Search aria-hidden="true" />}
          />
        </Field>
        <Button type="submit" variant="secondary">
          Buscar
        </Button>
        {q !== '' && (
          <Button asChild variant="quiet">
            <Link to="?">Limpar</Link>
          </Button>
        )}
      </Form>
    </search>
  );
}
