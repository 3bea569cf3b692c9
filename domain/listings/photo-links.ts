/** How long a link for the photos of a draft takes photos; PostgreSQL lets none live longer than an hour (ADR 60). */
export const photoLinkMs = 15 * 60_000;
