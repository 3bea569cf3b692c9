import * as z from 'zod/mini';
import type { ErrorCode } from '#domain/errors.ts';
import type { Size, Sizes } from '#domain/settings/sizes.ts';

type Schema = z.ZodMiniType;

/**
 * Who may call an endpoint. `phone` has the key of a photo link and acts for the person who created it (ADR 60);
 * `webhook` authenticates by signature; `simulator` exists only while simulators run.
 */
export type Auth = 'public' | 'user' | 'staff' | 'phone' | 'webhook' | 'simulator';

export interface Endpoint<
  P extends Schema = Schema,
  Q extends Schema = Schema,
  B extends Schema = Schema,
  R extends Schema = Schema,
  I extends boolean = boolean,
  A extends Auth = Auth,
> {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** OpenAPI form, below /api/v1: `/orders/{hash}/confirmation`. */
  path: string;
  auth: A;
  /** One English sentence for the API documentation. */
  summary: string;
  /** Moves money or creates something: an `Idempotency-Key` header is required and its reply is stored. */
  idempotent: I;
  /** A POST without a key: repeating the call moves no money and creates nothing twice. */
  repeats?: 'harmless';
  /** Callable by a session whose second step is missing (§1); other endpoints answer it with 403. */
  pending: boolean;
  /**
   * The step-up authentication required on top of the session: `recent`, any proof within the last ten minutes, by
   * second factor if the account has one; `second_factor`, a proof by second factor, which the account must have;
   * `withdrawal`, the one of the two that the rules require for withdrawals.
   */
  proof: 'none' | 'recent' | 'second_factor' | 'withdrawal';
  /** `good`: the call starts something new, so a suspended person is refused (§4.14). */
  standing: 'any' | 'good';
  /** The call is bound by the current terms, so a person who has not accepted them is refused. */
  agreed?: boolean;
  /** The rate limit per IP address or user within a window in milliseconds; `as` shares the counter of another call. */
  limit?: { max: number; windowMs: number; by: 'ip' | 'user'; as?: string };
  status: 200 | 201 | 202;
  /** For visitors without a session it may be read from a replica that is seconds behind (decision 64). */
  mayUseReplica?: boolean;
  /** For how long the browser may use a successful reply again; without it, not at all. Only data that is the same for everybody. */
  cacheSeconds?: number;
  /** The person signs out of this browser: the reply clears its stored site data (T78). */
  leaves?: boolean;
  params: P;
  query: Q;
  /**
   * `binary` endpoints take the raw bytes of a file instead of JSON; a `streamed` one is never buffered completely, and
   * its upload may take minutes.
   */
  body: B;
  binary?: { types: readonly string[]; maxBytes: number; size?: Size; streamed?: boolean };
  /** The maximum bytes of a JSON body that is larger than typed text: many codes, a bank statement. */
  bodyBytes?: number;
  /** Body fields with configurable bounds: the schema checks the hard bounds, the server the current ones (N08). */
  sizes?: Sizes;
  /** The reply is sent without the `data` envelope, in the format an external provider expects. */
  bare?: boolean;
  /** The schema of `data`. A property that it does not name is never sent. */
  reply: R;
  errors: readonly ErrorCode[];
}

const nothing = z.strictObject({});
export type Nothing = typeof nothing;

interface Definition<
  P extends Schema,
  Q extends Schema,
  B extends Schema,
  R extends Schema,
  I extends boolean,
  A extends Auth,
> {
  method: Endpoint['method'];
  path: string;
  auth: A;
  summary: string;
  idempotent?: I;
  pending?: boolean;
  proof?: Endpoint['proof'];
  standing?: Endpoint['standing'];
  agreed?: boolean;
  limit?: Endpoint['limit'];
  status?: Endpoint['status'];
  mayUseReplica?: boolean;
  cacheSeconds?: number;
  leaves?: boolean;
  params?: P;
  query?: Q;
  body?: B;
  binary?: Endpoint['binary'];
  bodyBytes?: number;
  sizes?: Sizes;
  bare?: boolean;
  reply: R;
  errors?: readonly ErrorCode[];
}

/** A POST declares how a repeated call is handled; the other methods are idempotent by definition (RFC 9110). */
type Repetition =
  | { method: Exclude<Endpoint['method'], 'POST'>; repeats?: never }
  | { method: 'POST'; idempotent: true; repeats?: never }
  | { method: 'POST'; idempotent?: false; repeats: 'harmless' };

/** Declares one endpoint of the API for server, client, OpenAPI and tests. */
export function endpoint<
  R extends Schema,
  P extends Schema = Nothing,
  Q extends Schema = Nothing,
  B extends Schema = Nothing,
  I extends boolean = false,
  const A extends Auth = Auth,
>(definition: Definition<P, Q, B, R, I, A> & Repetition): Endpoint<P, Q, B, R, I, A> {
  return {
    idempotent: false as I,
    pending: definition.path.startsWith('/public/'),
    proof: 'none',
    standing: 'any',
    status: 200,
    params: nothing as unknown as P,
    query: nothing as unknown as Q,
    body: nothing as unknown as B,
    errors: [],
    ...definition,
  };
}

/** The types of a request and its reply. */
export type Params<E extends Endpoint> = z.infer<E['params']>;
export type Query<E extends Endpoint> = z.infer<E['query']>;
export type Body<E extends Endpoint> = z.infer<E['body']>;
export type Reply<E extends Endpoint> = z.infer<E['reply']>;
export type QueryInput<E extends Endpoint> = z.input<E['query']>;
export type BodyInput<E extends Endpoint> = z.input<E['body']>;
export type ParamsInput<E extends Endpoint> = {
  [K in keyof z.input<E['params']>]: z.input<E['params']>[K] | number;
};
