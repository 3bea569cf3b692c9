import type { Endpoint } from '#contract/endpoint.ts';
import type { ErrorCode, FieldErrors } from '#domain/errors.ts';

/**
 * An error reply of the server (problem+json), or `network` when there was no reply. `message` is the request message
 * of specification §8, for logs and programs; people read `detail`.
 */
export class ApiError extends Error {
  /** In Portuguese, for people. */
  readonly detail: string;
  readonly code: ErrorCode | 'network';
  readonly status: number;
  readonly fields: FieldErrors;
  readonly meta: Record<string, unknown>;

  constructor(problem: {
    code: ErrorCode | 'network';
    status: number;
    detail: string;
    errors?: FieldErrors;
    meta?: Record<string, unknown>;
    /** For a request without a reply. */
    message?: string;
  }) {
    super(problem.message ?? `Request failed with status code ${problem.status}`);
    this.name = 'ApiError';
    this.detail = problem.detail;
    this.code = problem.code;
    this.status = problem.status;
    this.fields = problem.errors ?? {};
    this.meta = problem.meta ?? {};
  }
}

/**
 * Whether the outcome of the call is unknown: there was no reply, or it came from a defect or a proxy. Repeated under
 * the same idempotency key the call takes effect once.
 */
export function isUnanswered({ code, status }: ApiError): boolean {
  return code === 'network' || code === 'other_caller' || status >= 500;
}

/** Request messages of specification §8. */
export const abortedMessage = 'Request aborted';
export const timeoutMessage = 'timeout exceeded';

export const isTimeout = (error: unknown) => error instanceof DOMException && error.name === 'TimeoutError';

/** The person cancelled the wait, so the outcome is unknown; the text says whether the call may be repeated safely. */
export function cancelledByUser({ method, idempotent }: Endpoint): ApiError {
  const repeatable = method !== 'POST' || idempotent;
  const advice =
    method === 'GET'
      ? 'Tente de novo quando quiser.'
      : repeatable
        ? 'Se o envio já tinha chegado, ele vale. Ao tentar de novo, nada se repete.'
        : 'O envio pode ter chegado. Confira antes de tentar de novo.';
  return new ApiError({
    code: 'network',
    status: 0,
    message: abortedMessage,
    detail: `Você parou de esperar a resposta. ${advice}`,
  });
}

/** Ignores any other error by returning null. */
export function rethrowApiError(error: unknown): null {
  if (error instanceof ApiError) throw error;
  return null;
}

export function networkError(message = 'Network Error'): ApiError {
  return new ApiError({
    code: 'network',
    status: 0,
    message,
    detail: 'Sem conexão com o site. Confira sua internet.',
  });
}

export function callerChanged(): ApiError {
  return new ApiError({
    code: 'other_caller',
    status: 409,
    detail: 'Outra pessoa entrou neste navegador. Nada foi enviado. Recarregue a página.',
  });
}

export function errorFromReply(status: number, json: unknown): ApiError {
  if (json && typeof json === 'object' && 'code' in json && 'detail' in json)
    return new ApiError(json as { code: ErrorCode; status: number; detail: string });
  return new ApiError({ code: 'internal', status, detail: 'Tivemos um problema. Já estamos vendo isso.' });
}
