import { Search } from 'lucide-react';
import { Form, Link } from 'react-router';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { TextInput } from '#web/ui/text-input.tsx';

/** Finds own listings by words of their titles, whatever tab they are in. */
export function OwnListingSearch({ q }: { q: string }) {
  return (
    <search>
      <Form aria-label="Buscar nos seus anúncios" className="flex max-w-[560px] flex-wrap items-end gap-2">
        <Field label="Buscar nos seus anúncios" hideLabel className="min-w-[min(100%,15rem)] flex-1">
          <TextInput
            key={q}
            type="search"
            name="q"
            defaultValue={q}
            maxLength={80}
            enterKeyHint="search"
            placeholder="Palavras do título"
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
