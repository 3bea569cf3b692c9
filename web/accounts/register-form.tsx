import type { ReactNode } from 'react';
import { useState } from 'react';
import { Link } from 'react-router';
import { register } from '#contract/accounts.ts';
import type { FieldErrors } from '#domain/errors.ts';
import type { ApiError } from '#web/api.ts';
import { ProblemBanner } from '#web/problem-banner.tsx';
import { useSession } from '#web/session.tsx';
import { useSubmission } from '#web/submission.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Field } from '#web/ui/field.tsx';
import { PasswordInput } from '#web/ui/password-input.tsx';
import { TextInput } from '#web/ui/text-input.tsx';
import { AuthHeader, DemoHint, authPath } from './auth-parts.tsx';
import { suggestEmail } from './email-typo.ts';
import { passwordStrength } from './password-strength.ts';
import { UsernameField } from './username-field.tsx';

/** «Criar conta»: four answers, one column. A link to confirm the e-mail is mailed by the server. */
export function RegisterForm({ returnTo, demo }: { returnTo: string; demo: boolean }) {
  const { enter } = useSession();
  const [password, setPassword] = useState('');
  const { formProps, errors, problem, pending, recheck } = useSubmission(register, {
    read: (form) => ({
      username: String(form.get('username') ?? ''),
      email: String(form.get('email') ?? ''),
      password: String(form.get('password') ?? ''),
      termsAccepted: (form.get('termsAccepted') !== null) as true,
    }),
    onDone: async ({ token }) => {
      await enter(token);
    },
  });
  const taken = takenFields(problem);
  return (
    <>
      <AuthHeader title="Criar conta">
        Já tem conta?{' '}
        <Link to={authPath('login', returnTo)} className="font-semibold text-brand underline">
          Entrar
        </Link>
      </AuthHeader>
      <form {...formProps} method="post" className="flex flex-col gap-5">
        <ProblemBanner problem={Object.keys(taken).length > 0 ? null : problem} />
        <UsernameField error={errors.username ?? taken.username} onChosen={() => recheck('username')} />
        <EmailField
          error={errors.email ?? (taken.email && <EmailTaken returnTo={returnTo} />)}
          onChosen={() => recheck('email')}
        />
        <Field
          label="Senha"
          error={errors.password}
          announceError
          hint={password === '' ? 'Use 8 letras ou números ou mais.' : undefined}
        >
          <PasswordInput
            name="password"
            autoComplete="new-password"
            enterKeyHint="next"
            strength={passwordStrength(password)}
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        </Field>
        <Checkbox
          name="termsAccepted"
          error={errors.termsAccepted}
          onCheckedChange={() => recheck('termsAccepted')}
        >
          Li e aceito os{' '}
          <Link to="/termos" className="font-semibold text-brand underline">
            termos
          </Link>{' '}
          e a{' '}
          <Link to="/privacidade" className="font-semibold text-brand underline">
            privacidade
          </Link>
        </Checkbox>
        <Button type="submit" size="lg" full loading={pending}>
          Criar conta
        </Button>
      </form>
      <DemoHint demo={demo} />
    </>
  );
}

/** The two refusals that belong to a field although the server names only their code. */
function takenFields(problem: ApiError | null): FieldErrors {
  if (problem?.code === 'email_taken') return { email: problem.message };
  if (problem?.code === 'username_taken') return { username: problem.message };
  return {};
}

function EmailTaken({ returnTo }: { returnTo: string }) {
  return (
    <>
      Já existe uma conta com este e-mail.{' '}
      <Link to={authPath('login', returnTo)} className="underline">
        Entrar
      </Link>
    </>
  );
}

/** The e-mail, with «Você quis dizer …?» as a one-tap repair of the usual slips. */
function EmailField({ error, onChosen }: { error: ReactNode; onChosen: () => void }) {
  const [value, setValue] = useState('');
  const [left, setLeft] = useState(false);
  const suggestion = left ? suggestEmail(value) : null;
  return (
    <Field
      label="E-mail"
      error={error}
      announceError
      hint={
        suggestion && (
          <button
            type="button"
            className="inline-flex min-h-11 items-center text-left font-semibold text-brand underline underline-offset-2"
            onClick={() => {
              setValue(suggestion);
              onChosen();
            }}
          >
            Você quis dizer {suggestion}?
          </button>
        )
      }
    >
      <TextInput
        name="email"
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        inputMode="email"
        enterKeyHint="next"
        value={value}
        onChange={(event) => {
          setValue(event.target.value);
          setLeft(false);
        }}
        onBlur={() => setLeft(true)}
      />
    </Field>
  );
}
