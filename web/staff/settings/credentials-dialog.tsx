import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { setCredentials, testCredentials } from '#contract/settings/credentials.ts';
import type { ServiceState } from '#contract/settings/credentials.ts';
import { serviceProviders } from '#domain/settings/credentials.ts';
import type { CredentialField, ServiceProvider } from '#domain/settings/credentials.ts';
import { useStepUp } from '#web/accounts/proof/step-up.tsx';
import { api, ApiError } from '#web/api/api.ts';
import { ProblemBanner } from '#web/api/problem-banner.tsx';
import { useSubmission } from '#web/api/submission.ts';
import { Banner } from '#web/ui/page/banner.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { Select } from '#web/ui/forms/select.tsx';
import { TextInput } from '#web/ui/forms/text-input.tsx';
import { Textarea } from '#web/ui/forms/textarea.tsx';
import { announcePending } from '../pending-change.ts';
import { CheckOutcome } from './check-outcome.tsx';
import type { CheckResult } from './check-outcome.tsx';

const formId = 'credenciais';

interface CredentialsDialogProps {
  state: ServiceState;
  title: string;
  onClose: () => void;
}

/** The account of a service: secrets can be typed but are never shown; an empty field keeps its value. */
export function CredentialsDialog({ state, title, onClose }: CredentialsDialogProps) {
  const { service, version: basedOn } = state;
  const providers = serviceProviders[service];
  const [provider, setProvider] = useState(
    providers.find(({ slug }) => slug === state.provider) ?? providers[0]!,
  );
  const { revalidate } = useRevalidator();
  const withProof = useStepUp();
  const { formProps, errors, problem, pending, setErrors } = useSubmission(setCredentials, {
    params: { service },
    withProof,
    read: (form) => ({
      provider: provider.slug,
      values: valuesOf(provider, form),
      basedOn,
      reason: String(form.get('reason') ?? '').trim(),
    }),
    onDone: async ({ pending: proposal }) => {
      if (proposal) await announcePending(proposal);
      onClose();
      await revalidate();
    },
  });
  const test = useConnectionTest(async () => {
    const values = valuesOf(provider, new FormData(formProps.ref.current ?? undefined));
    return withProof(() =>
      api(testCredentials, { params: { service }, body: { provider: provider.slug, values } }),
    );
  }, setErrors);
  return (
    <Dialog
      open
      size="lg"
      onOpenChange={(open) => !open && onClose()}
      title={`Configurar ${title === 'SMS' ? title : title.charAt(0).toLowerCase() + title.slice(1)}`}
      description="As chaves ficam cifradas no servidor. Para manter uma que já está salva, deixe o campo vazio."
      footer={
        <>
          <Button variant="secondary" loading={test.pending} onClick={() => void test.run()}>
            Testar conexão
          </Button>
          <Button type="submit" form={formId} loading={pending}>
            Propor credenciais
          </Button>
        </>
      }
    >
      <form {...formProps} id={formId} autoComplete="off" className="flex flex-col gap-5">
        {notices[service] && <Banner tone="warning">{notices[service]}</Banner>}
        {providers.length > 1 && (
          <Field label="Provedor" error={errors.provider}>
            <Select
              options={providers.map(({ slug, label }) => ({ value: slug, label }))}
              value={provider.slug}
              onValueChange={(slug) => setProvider(providers.find((one) => one.slug === slug) ?? provider)}
            />
          </Field>
        )}
        {provider.fields.map((field) => (
          <CredentialInput
            key={field.name}
            field={field}
            stored={provider.slug === state.provider ? state.kept[field.name] : undefined}
            error={errors[`values.${field.name}`]}
          />
        ))}
        <Field
          label="Motivo"
          error={errors.reason}
          hint="Fica no registro da equipe, com o seu nome."
          announceError
        >
          <Textarea name="reason" limit={500} rows={2} />
        </Field>
        <output className="block text-sm empty:hidden">
          {test.result && <CheckOutcome result={test.result} />}
        </output>
        <ProblemBanner problem={problem} />
      </form>
    </Dialog>
  );
}

const notices: Partial<Record<ServiceState['service'], string>> = {
  payments:
    'Troque de provedor só sem pedidos abertos: uma cobrança é consultada onde foi criada, e as do provedor de antes ficam sem resposta.',
  realtime: 'A mudança vale quando o servidor for reiniciado.',
};

interface CredentialInputProps {
  field: CredentialField;
  /** The stored value, or the last characters of a secret. */
  stored: string | undefined;
  error: string | undefined;
}

function CredentialInput({ field, stored, error }: CredentialInputProps) {
  const name = `values.${field.name}`;
  const storedSecret = field.secret && stored;
  const hint = storedSecret ? `Salva: ${stored}. ${field.help ?? ''}`.trim() : field.help;
  return (
    <Field label={field.label} hint={hint} error={error} optional={field.optional} announceError>
      {field.choices ? (
        <Select name={name} options={field.choices} defaultValue={stored ?? field.choices[0]!.value} />
      ) : field.long ? (
        <Textarea
          name={name}
          rows={4}
          spellCheck={false}
          autoComplete="off"
          placeholder={storedSecret || undefined}
        />
      ) : (
        <TextInput
          name={name}
          type={field.secret ? 'password' : 'text'}
          autoComplete={field.secret ? 'new-password' : 'off'}
          autoCapitalize="none"
          spellCheck={false}
          placeholder={storedSecret || undefined}
          defaultValue={field.secret ? undefined : (stored ?? (field.name === 'port' ? '587' : undefined))}
        />
      )}
    </Field>
  );
}

function valuesOf({ fields }: ServiceProvider, form: FormData): Record<string, string> {
  return Object.fromEntries(
    fields.map(({ name }) => [name, String(form.get(`values.${name}`) ?? '').trim()]),
  );
}

/** Tests the typed values; an invalid one is reported at its field. */
function useConnectionTest(
  tryValues: () => Promise<CheckResult>,
  onRefused: (errors: Readonly<Record<string, string>>) => void,
) {
  const [pending, setPending] = useState(false);
  const [result, setResult] = useState<CheckResult | null>(null);
  async function run(): Promise<void> {
    setPending(true);
    setResult(null);
    onRefused({});
    try {
      setResult(await tryValues());
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (Object.keys(error.fields).length > 0) onRefused(error.fields);
      else setResult({ ok: false, detail: error.detail });
    } finally {
      setPending(false);
    }
  }
  return { pending, result, run };
}
