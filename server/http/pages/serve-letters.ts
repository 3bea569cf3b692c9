import type { FastifyInstance } from 'fastify';
import { fail } from '#domain/errors.ts';
import type { LetterName } from '#domain/settings/letters.ts';
import type { Ctx } from '#server/context.ts';
import { renderLetter } from '#server/letters/letters.ts';
import { allLetters, defaultSample } from '#server/process/letters-catalogue.ts';

/** Serves `/dev/letters/{slug}.html`: a letter as a mail program shows it. Only where simulators run. */
export function serveLetters(app: FastifyInstance, ctx: Ctx): void {
  app.get<{ Params: { file: string } }>('/dev/letters/:file', async (request, reply) => {
    const slug = /^([a-z-]{1,60})\.html$/.exec(request.params.file)?.[1] ?? '';
    const make =
      ctx.config.simulators && Object.hasOwn(allLetters, slug) ? allLetters[slug as LetterName] : null;
    if (!make) fail('not_found');
    return reply
      .header('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; form-action 'none'")
      .header('X-Robots-Tag', 'noindex')
      .type('text/html; charset=utf-8')
      .send(renderLetter(make({ origin: ctx.config.publicUrl, ...defaultSample })).html);
  });
}
