import type { ChangeEvent, FocusEvent, FormEvent } from 'react';
import { useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { BodyInput, Endpoint, ParamsInput, Reply } from '#contract/endpoint.ts';
import type { ErrorCode, FieldErrors } from '#domain/errors.ts';
import { api, ApiError } from './api.ts';
import { useIntent } from './idempotent-action.ts';
import { useRenewal } from './renewal.ts';
import { handOverFocus } from '#web/ui/overlays/hand-over-focus.ts';

export interface SubmissionOptions<E extends Endpoint> {
  /** The form's content as the endpoint's body. */
  read: (form: FormData) => BodyInput<E>;
  params?: ParamsInput<E>;
  onDone: (reply: Reply<E>) => void | Promise<void>;
  /** Refusals that belong to a field although the server names only their code. */
  fieldOf?: Partial<Record<ErrorCode | 'network', string>>;
  /** What the call goes through, such as a new proof of the person (`useStepUp`). */
  through?: <T>(call: () => Promise<T>) => Promise<T>;
}

/**
 * A form that sends one endpoint. Silent while typing for the first time, checked when a changed field is left,
 * checked again on every key after an error; a submit checks everything and focuses the first field to mend
 * (design §4.1). `problem` is the refusal that belongs to no field; where it says that the page is old, the page reloads
 * what is true now.
 */
export function useSubmission<E extends Endpoint>(endpoint: E, options: SubmissionOptions<E>) {
  const form = useRef<HTMLFormElement>(null);
  const changed = useRef(new Set<string>());
  const once = useIntent();
  const renew = useRenewal();
  const [errors, setErrors] = useState<FieldErrors>({});
  const [problem, setProblem] = useState<ApiError | null>(null);
  const [pending, setPending] = useState(false);

  useLayoutEffect(() => () => handOverFocus(form.current), []);

  const body = () => options.read(new FormData(form.current ?? undefined));

  function recheck(name: string): void {
    // After the browser's own event, when controls that mirror their value into the form have done so.
    setTimeout(async () => {
      const found = form.current ? (await fieldErrors(endpoint, body()))[name] : undefined;
      setErrors(({ [name]: _old, ...others }) => (found ? { ...others, [name]: found } : others));
    });
  }

  async function send(): Promise<void> {
    if (pending) return;
    const input = body();
    setPending(true);
    const found = await fieldErrors(endpoint, input);
    if (Object.keys(found).length > 0) return show(found);
    setErrors({});
    setProblem(null);
    try {
      const given = { body: input, ...(options.params && { params: options.params }) };
      const call = () =>
        once(given, (idempotencyKey) =>
          api(endpoint, {
            ...given,
            ...(endpoint.idempotent && { idempotencyKey }),
          } as Parameters<typeof api<E>>[1]),
        );
      await options.onDone(await (options.through ? options.through(call) : call()));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const field = options.fieldOf?.[error.code];
      const refused = field ? { [field]: error.detail } : error.fields;
      show(refused, error);
      if (error.code === 'wrong_state') await renew(error);
    } finally {
      setPending(false);
    }
  }

  /** What has to be mended stands on the page before the focus goes there. */
  function show(found: FieldErrors, refusal: ApiError | null = null): void {
    flushSync(() => {
      setErrors(found);
      setProblem(Object.keys(found).length > 0 ? null : refusal);
      setPending(false);
    });
    focusFirstInvalid(form.current);
  }

  return {
    errors,
    problem,
    pending,
    setErrors,
    recheck,
    /** Sends the form as if it had been submitted. */
    send,
    formProps: {
      ref: form,
      noValidate: true,
      // A page may hold a form that nobody fills in: the contract comes once one is entered.
      onFocus: () => void wholeContract(),
      onSubmit: (event: FormEvent) => {
        event.preventDefault();
        void send();
      },
      onChange: (event: ChangeEvent<HTMLFormElement>) => {
        const { name } = event.target as unknown as HTMLInputElement;
        changed.current.add(name);
        if (errors[name]) recheck(name);
      },
      onBlur: (event: FocusEvent<HTMLFormElement>) => {
        const { name } = event.target as unknown as HTMLInputElement;
        if (name && changed.current.has(name)) recheck(name);
      },
    },
  };
}

/** The contract with its schemas; null while it cannot be fetched. */
const wholeContract = () => import('#contract/all.ts?whole').catch(() => null);

/**
 * What the contract would refuse about this body, in the contract's own words. Nothing while the contract cannot be
 * fetched: the server refuses in the same words.
 */
export async function fieldErrors<E extends Endpoint>(
  { method, path }: E,
  body: BodyInput<E>,
): Promise<FieldErrors> {
  const whole = (await wholeContract())?.allEndpoints.find(
    (endpoint) => endpoint.method === method && endpoint.path === path,
  );
  const checked = whole?.body.safeParse(body);
  if (!checked || checked.success) return {};
  const errors: FieldErrors = {};
  for (const issue of checked.error.issues) errors[issue.path.join('.')] ??= issue.message;
  return errors;
}

const invalid = '[aria-invalid="true"], fieldset[aria-describedby*="-error"]';
const controls = 'input:not([aria-hidden]), select, textarea, button';

/** To the first field to mend, in the order of the form; of a question with several controls to the first of them. */
function focusFirstInvalid(form: HTMLFormElement | null): void {
  const field = form?.querySelector<HTMLElement>(invalid);
  const control = field?.matches('fieldset') ? field.querySelector<HTMLElement>(controls) : field;
  control?.focus();
  // What is missing stands beside it: above the answers of a question, below a line.
  control?.scrollIntoView({ block: 'center' });
}
