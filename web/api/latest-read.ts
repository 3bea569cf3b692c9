/**
 * Questions about one thing that may be asked again before the first is answered. Each question takes a turn, and its
 * answer is heeded only where the turn says so: answers overtake each other, and an older one that comes late would
 * put back what is no longer true.
 */
export function createTurns(): () => () => boolean {
  let asked = 0;
  let heeded = 0;
  return () => {
    const turn = ++asked;
    return () => {
      if (turn < heeded) return false;
      heeded = turn;
      return true;
    };
  };
}
