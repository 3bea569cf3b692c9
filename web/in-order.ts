const lines = new Map<string, Promise<unknown>>();

/**
 * Calls about one thing, each begun when the one before has ended: pressed twice, two calls that overtake each other on
 * the wire would leave what the first one wanted.
 * @param about names the thing, as `coração 12`
 */
export function inOrder<T>(about: string, call: () => Promise<T>): Promise<T> {
  const answer = (lines.get(about) ?? Promise.resolve()).then(call, call);
  lines.set(about, answer);
  const forget = () => void (lines.get(about) === answer && lines.delete(about));
  answer.then(forget, forget);
  return answer;
}
