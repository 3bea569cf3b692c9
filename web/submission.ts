import type { ChangeEvent, FocusEvent, FormEvent } from 'react';
import { useRef, useState } from 'react';
import type { BodyInput, Endpoint, ParamsInput, Reply } from '#contract/endpoint.ts';
import type { ErrorCode, FieldErrors } from '#domain/errors.ts';
import { api, ApiError, newIdempotencyKey } from './api.ts';

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
 * (design §4.1). `problem` is the refusal that belongs to no field.
 */
export function useSubmission<E extends Endpoint>(endpoint: E, options: SubmissionOptions<E>) {
  const form = useRef<HTMLFormElement>(null);
  const changed = useRef(new Set<string>());
  const intent = useRef({ body: '', key: '' });
  const [errors, setErrors] = useState<FieldErrors>({});
  const [problem, setProblem] = useState<ApiError | null>(null);
  const [pending, setPending] = useState(false);

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
    setErrors(found);
    setProblem(null);
    if (Object.keys(found).length > 0) {
      setPending(false);
      return focusFirstInvalid(form.current);
    }
    try {
      const call = () =>
        api(endpoint, {
          body: input,
          ...(options.params && { params: options.params }),
          ...(endpoint.idempotent && { idempotencyKey: keyFor(JSON.stringify(input)) }),
        } as Parameters<typeof api<E>>[1]);
      const reply = await (options.through ? options.through(call) : call());
      intent.current = { body: '', key: '' };
      await options.onDone(reply);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const field = options.fieldOf?.[error.code];
      const refused = field ? { [field]: error.message } : error.fields;
      setErrors(refused);
      setProblem(Object.keys(refused).length > 0 ? null : error);
      focusFirstInvalid(form.current);
    } finally {
      setPending(false);
    }
  }

  /** The same content is the same intent and keeps its key; another content is another intent. */
  function keyFor(content: string): string {
    if (intent.current.body !== content) intent.current = { body: content, key: newIdempotencyKey() };
    return intent.current.key;
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

function focusFirstInvalid(form: HTMLFormElement | null): void {
  setTimeout(() => form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
}
