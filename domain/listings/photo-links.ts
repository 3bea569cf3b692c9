/** How long a photo link of a draft accepts uploads; PostgreSQL limits every link to an hour (ADR 60). */
export const photoLinkMs = 15 * 60_000;
