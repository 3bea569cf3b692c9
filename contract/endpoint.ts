import * as z from 'zod/mini';
import type { ErrorCode } from '#domain/errors.ts';
import type { Size, Sizes } from '#domain/settings/sizes.ts';

type Schema = z.ZodMiniType;

/**
 * Who may call. `phone` holds the key of a photo link and stands for the person who made it (ADR 60); `webhook` proves
 * itself by signature; `simulator` exists only while simulators run.
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
  /** One English sentence for the API's readers. */
  summary: string;
  /** Moves money or creates something: an `Idempotency-Key` header is required and its reply is kept. */
  idempotent: I;
  /** A POST without a key: a call that is repeated moves no money and creates nothing that counts twice. */
  repeats?: 'harmless';
  /** What a session whose second step is missing may call (§1); everything else answers it 403. */
  pending: boolean;
  /**
   * The proof of the person asked for on top of the session: `recent`, any proof of the last ten minutes, by second
   * factor where the account has one; `second_factor`, one by second factor, which the account must have;
   * `withdrawal`, whichever of the two the rules ask for before money leaves.
   */
  proof: 'none' | 'recent' | 'second_factor' | 'withdrawal';
  /** `good`: starts something new, so a suspended person is refused (§4.14). */
  standing: 'any' | 'good';
  /** Binds people to the terms in force, so who has not accepted them is refused first. */
  agreed?: boolean;
  /** Calls allowed in a window (milliseconds), for each address or each user; counted `as` another call's where it is one. */
  limit?: { max: number; windowMs: number; by: 'ip' | 'user'; as?: string };
  status: 200 | 201 | 202;
  /** Read by who is not signed in, it may come from a copy of the database that is seconds behind (decision 64). */
  fromCopy?: boolean;
  /** The person leaves this browser: the answer tells it to forget what it kept for the site (T78). */
  leaves?: boolean;
  params: P;
  query: Q;
  /**
   * `binary` endpoints take the raw bytes of a file instead of JSON; one that is `streamed` is never held whole, and its
   * sender has minutes for it.
   */
  body: B;
  binary?: { types: readonly string[]; maxBytes: number; size?: Size; streamed?: boolean };
  /** The most bytes of a JSON body that brings more than a person types: many codes, a statement. */
  bodyBytes?: number;
  /** Fields of the body whose bounds are rules: the schema holds the hard ones, the call those in force (N08). */
  sizes?: Sizes;
  /** A caller who knows no `data` of ours gets the reply alone: an institution's own form. */
  bare?: boolean;
  /** The presenter: what stands inside `data`. A property that is not named here never leaves the server. */
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
  fromCopy?: boolean;
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

/** A POST says what becomes of a call that is repeated; the other methods repeat safely by their meaning (RFC 9110). */
type Repetition =
  | { method: Exclude<Endpoint['method'], 'POST'>; repeats?: never }
  | { method: 'POST'; idempotent: true; repeats?: never }
  | { method: 'POST'; idempotent?: false; repeats: 'harmless' };

/** Declares one call of the API as a value that server, client, OpenAPI and tests all read. */
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

/** What the caller sends and what comes back, as types. */
export type Params<E extends Endpoint> = z.infer<E['params']>;
export type Query<E extends Endpoint> = z.infer<E['query']>;
export type Body<E extends Endpoint> = z.infer<E['body']>;
export type Reply<E extends Endpoint> = z.infer<E['reply']>;
export type QueryInput<E extends Endpoint> = z.input<E['query']>;
export type BodyInput<E extends Endpoint> = z.input<E['body']>;
export type ParamsInput<E extends Endpoint> = {
  [K in keyof z.input<E['params']>]: z.input<E['params']>[K] | number;
};
