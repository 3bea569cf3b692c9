import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Ctx } from '#server/context.ts';

/** The cookies of one call. They identify a browser and bind challenges to it; they never contain sessions. */
export interface Cookies {
  read(name: string): string | null;
  /** Sets an HttpOnly cookie. `maxAgeSeconds` 0 deletes it. */
  set(name: string, value: string, maxAgeSeconds: number): void;
}

export function cookiesOf(ctx: Ctx, request: FastifyRequest, reply: FastifyReply): Cookies {
  return {
    read: (name) => request.cookies[name] ?? null,
    set(name, value, maxAge) {
      const secure = ctx.config.publicUrl.startsWith('https:');
      reply.setCookie(name, value, { path: '/', httpOnly: true, sameSite: 'lax', secure, maxAge });
    },
  };
}
