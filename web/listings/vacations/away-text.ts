/** «Quem vende está de férias até 24/12.», by the last day of the vacation: `2026-12-24`. */
export const awayText = (lastDay: string): string =>
  `Quem vende está de férias até ${lastDay.slice(8)}/${lastDay.slice(5, 7)}.`;
