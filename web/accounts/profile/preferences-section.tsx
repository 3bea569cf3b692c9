import { useState } from 'react';
import type { Preferences } from '#contract/accounts/account.ts';
import { updateAccount } from '#contract/accounts/account.ts';
import { api } from '#web/api/api.ts';
import { ProblemBanner } from '#web/api/problem-banner.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { Section } from '#web/ui/cards/card.tsx';
import { Field, FieldSet } from '#web/ui/forms/field.tsx';
import { RadioGroup } from '#web/ui/forms/radio-group.tsx';
import { Select } from '#web/ui/forms/select.tsx';
import { useTheme } from '#web/ui/theme/theme.ts';
import { toastMs, useToastMs } from '#web/ui/storage/toast-time.ts';
import { aviso } from '#web/ui/overlays/toast.tsx';
import { themeNames } from './preferences.ts';
import { useActionWithProof } from '#web/accounts/use-action-with-proof.ts';

const themeOptions: readonly { value: Preferences['theme']; label: string }[] = [
  { value: 'light', label: 'Claro' },
  { value: 'dark', label: 'Escuro' },
  { value: 'system', label: 'Igual ao aparelho' },
];

const seconds = [3, 5, 8, 10, 15];

/** Theme and duration of messages: applied at once, stored in this browser and on the account. */
export function PreferencesSection() {
  const { run, problem } = useActionWithProof();
  const [theme, chooseTheme] = useTheme();
  const durationMs = useToastMs();
  // Preferences that could not be saved to the account, for a retry.
  const [unsaved, setUnsaved] = useState<Partial<Preferences> | null>(null);

  async function save(change: Partial<Preferences>): Promise<void> {
    const saved = await run(() => api(updateAccount, { body: { preferences: change } }));
    setUnsaved(saved ? null : change);
  }

  return (
    <Section title="Preferências">
      {problem && unsaved && (
        <ProblemBanner
          problem={problem}
          action={
            <Button variant="secondary" onClick={() => void save(unsaved)}>
              Tentar de novo
            </Button>
          }
        />
      )}
      <div className="grid gap-5 rounded-lg border border-border bg-surface p-4 md:grid-cols-2 md:p-5">
        <FieldSet label="Tema">
          <RadioGroup
            aria-label="Tema"
            value={themeOptions.find(({ value }) => themeNames[value] === theme)?.value}
            options={themeOptions}
            onValueChange={(value) => {
              const chosen = value as Preferences['theme'];
              chooseTheme(themeNames[chosen]);
              void save({ theme: chosen });
            }}
          />
        </FieldSet>
        <Field
          label="Avisos na tela"
          hint="Quanto tempo cada aviso fica. A contagem para enquanto o mouse ou o teclado está sobre ele."
        >
          <Select
            value={String(durationMs)}
            options={options(durationMs)}
            onValueChange={(value) => {
              toastMs.choose(Number(value));
              aviso.sucesso('Os avisos ficam assim');
              void save({ toastMs: Number(value) });
            }}
          />
        </Field>
      </div>
    </Section>
  );
}

/** The standard options, and the current one if it is none of them. */
function options(currentMs: number): { value: string; label: string }[] {
  const all = [...new Set([...seconds.map((second) => second * 1_000), currentMs])];
  return all
    .toSorted((a, b) => a - b)
    .map((ms) => ({ value: String(ms), label: `${String(ms / 1_000).replace('.', ',')} segundos` }));
}
