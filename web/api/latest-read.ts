/**
 * Orders repeated reads of one thing whose replies may overtake each other. Each read calls the returned function when
 * it starts; the function it gets back tells, when the reply arrives, whether no reply to a later read has been used.
 * Otherwise an older reply that arrives late would show a state that is no longer true.
 */
export function trackLatestRead(): () => () => boolean {
  let started = 0;
  let newest = 0;
  return () => {
    const read = ++started;
    return () => {
      if (read < newest) return false;
      newest = read;
      return true;
    };
  };
}
