import type { ChangeEvent, FocusEvent, FormEvent } from 'react';
import { useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { BodyInput, Endpoint, ParamsInput, Reply } from '#contract/endpoint.ts';
import type { ErrorCode, FieldErrors } from '#domain/errors.ts';
import { api, ApiError } from './api.ts';
import { useIdempotentAction } from './idempotent-action.ts';
import { useRevalidateAfterRefusal } from './revalidation.ts';
import { moveFocusToTitle } from '#web/ui/overlays/move-focus.ts';

export interface SubmissionOptions<E extends Endpoint> {
  /** Reads the form's content as the endpoint's body. */
  read: (form: FormData) => BodyInput<E>;
  params?: ParamsInput<E>;
  onDone: (reply: Reply<E>) => void | Promise<void>;
  /** Errors that belong to a field although the server names only their code. */
  fieldOf?: Partial<Record<ErrorCode | 'network', string>>;
  /** Wraps the call, for example with a new proof of identity (`useStepUp`). */
  withProof?: <T>(call: () => Promise<T>) => Promise<T>;
}

/**
 * A form that sends one endpoint. Silent while typing for the first time, checked when a changed field is left,
 * checked again on every key after an error; a submit checks everything and focuses the first invalid field
 * (design §4.1). `problem` is an error that belongs to no field; when it says that the page is stale, the page
 * revalidates.
 */
export function useSubmission<E extends Endpoint>(endpoint: E, options: SubmissionOptions<E>) {
  const form = useRef<HTMLFormElement>(null);
  const changed = useRef(new Set<string>());
  const once = useIdempotentAction();
  const renew = useRevalidateAfterRefusal();
  const [errors, setErrors] = useState<FieldErrors>({});
  const [problem, setProblem] = useState<ApiError | null>(null);
  const [pending, setPending] = useState(false);

  useLayoutEffect(() => () => moveFocusToTitle(form.current), []);

  const body = () => options.read(new FormData(form.current ?? undefined));

  function recheck(name: string): void {
    // After the browser's own event, when custom controls have copied their value into the form.
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
      await options.onDone(await (options.withProof ? options.withProof(call) : call()));
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

  /** Renders the errors before the focus moves to them. */
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
      // Many forms are never filled in, so the contract loads when one gets the focus.
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
 * Field errors of the contract's schema for this body. Empty while the contract cannot be fetched: the server replies
 * with the same texts.
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

/** Focuses the first invalid field of the form; in a fieldset, its first control. */
function focusFirstInvalid(form: HTMLFormElement | null): void {
  const field = form?.querySelector<HTMLElement>(invalid);
  const control = field?.matches('fieldset') ? field.querySelector<HTMLElement>(controls) : field;
  control?.focus();
  // Centred, because the error is above the options of a fieldset or below a text field.
  control?.scrollIntoView({ block: 'center' });
}
