import { listListingQuestions } from '#contract/community/questions.ts';
import { api } from '#web/api/api.ts';
import { ProblemBanner } from '#web/api/problem-banner.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { useMore } from '#web/api/use-more.ts';
import { PublicQuestion } from './public-question.tsx';

/** Older questions, loaded on demand after those delivered with the page. */
export function OlderQuestions({ slug, before }: { slug: string; before: number }) {
  const { items, next, loading, problem, more } = useMore(before, (id) =>
    api(listListingQuestions, { params: { slug }, query: { before: String(id) } }),
  );
  return (
    <>
      {items.length > 0 && (
        <ul className="flex flex-col gap-5">
          {items.map((question) => (
            <PublicQuestion key={question.id} question={question} id={question.id} />
          ))}
        </ul>
      )}
      <ProblemBanner problem={problem} />
      {next !== null && (
        <Button variant="secondary" className="self-start" loading={loading} onClick={() => void more()}>
          Carregar mais perguntas
        </Button>
      )}
    </>
  );
}
