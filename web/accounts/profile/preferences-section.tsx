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
import { useAction } from '#web/accounts/use-action.ts';

const themeOptions: readonly { value: Preferences['theme']; label: string }[] = [
  { value: 'light', label: 'Claro' },
  { value: 'dark', label: 'Escuro' },
  { value: 'system', label: 'Igual ao aparelho' },
];

const seconds = [3, 5, 8, 10, 15];

/** Theme and how long messages stay: in effect at once, kept in this browser and on the account. */
export function PreferencesSection() {
  const { run, problem } = useAction();
  const [theme, chooseTheme] = useTheme();
  const durationMs = useToastMs();
  // What the account could not be told, for another try.
  const [untold, setUntold] = useState<Partial<Preferences> | null>(null);

  async function keep(change: Partial<Preferences>): Promise<void> {
    const kept = await run(() => api(updateAccount, { body: { preferences: change } }));
    setUntold(kept ? null : change);
  }

  return (
    <Section title="Preferências">
      {problem && untold && (
        <ProblemBanner
          problem={problem}
          action={
            <Button variant="secondary" onClick={() => void keep(untold)}>
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
              void keep({ theme: chosen });
            }}
          />
        </FieldSet>
        <Field
          label="Avisos na tela"
          hint="Quanto tempo cada aviso fica. O relógio para enquanto você lê com o mouse ou o teclado nele."
        >
          <Select
            value={String(durationMs)}
            options={options(durationMs)}
            onValueChange={(value) => {
              toastMs.choose(Number(value));
              aviso.sucesso('Os avisos ficam assim');
              void keep({ toastMs: Number(value) });
            }}
          />
        </Field>
      </div>
    </Section>
  );
}

/** The usual choices, and the kept one if it came from elsewhere. */
function options(keptMs: number): { value: string; label: string }[] {
  const all = [...new Set([...seconds.map((second) => second * 1_000), keptMs])];
  return all
    .toSorted((a, b) => a - b)
    .map((ms) => ({ value: String(ms), label: `${String(ms / 1_000).replace('.', ',')} segundos` }));
}
