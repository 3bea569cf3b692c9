import type { Endpoint } from '#contract/endpoint.ts';
import type { ErrorCode, FieldErrors } from '#domain/errors.ts';

/**
 * A refusal of the server (problem+json), or `network` when there was no answer at all. `message` is the request message
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
    /** Of a request that got no answer. */
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
 * Whether nobody knows what became of the call: there was no answer, or it came from a defect or from a machine in
 * between. Repeated under the same idempotency key it happens once.
 */
export function isUnanswered({ code, status }: ApiError): boolean {
  return code === 'network' || code === 'other_caller' || status >= 500;
}

/** Request messages of specification §8. */
export const aborted = 'Request aborted';
export const late = 'timeout exceeded';

export const isLate = (error: unknown) => error instanceof DOMException && error.name === 'TimeoutError';

/** Nobody knows what became of it; what may be repeated without harm says so. */
export function givenUp({ method, idempotent }: Endpoint): ApiError {
  const sure = method !== 'POST' || idempotent;
  const then =
    method === 'GET'
      ? 'Tente de novo quando quiser.'
      : sure
        ? 'Se o envio já tinha chegado, ele vale. Ao tentar de novo, nada se repete.'
        : 'O envio pode ter chegado. Confira antes de tentar de novo.';
  return new ApiError({
    code: 'network',
    status: 0,
    message: aborted,
    detail: `Você parou de esperar a resposta. ${then}`,
  });
}

export function unlessGivenUp(error: unknown): null {
  if (error instanceof ApiError) throw error;
  return null;
}

export function noAnswer(message = 'Network Error'): ApiError {
  return new ApiError({
    code: 'network',
    status: 0,
    message,
    detail: 'Sem conexão com a praça. Confira sua internet.',
  });
}

export function otherPerson(): ApiError {
  return new ApiError({
    code: 'other_caller',
    status: 409,
    detail: 'Outra pessoa entrou neste navegador. Nada foi enviado. Recarregue a página.',
  });
}

export function problemOf(status: number, json: unknown): ApiError {
  if (json && typeof json === 'object' && 'code' in json && 'detail' in json)
    return new ApiError(json as { code: ErrorCode; status: number; detail: string });
  return new ApiError({ code: 'internal', status, detail: 'Tivemos um problema. Já estamos vendo isso.' });
}
