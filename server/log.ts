import type { FastifyBaseLogger } from 'fastify';

/** Structured logs; the only way to say something to the operator. Never carries tokens, keys or documents. */
export type Log = FastifyBaseLogger;
