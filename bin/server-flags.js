/**
 * How Node runs the server: a young generation of at most 24 MB instead of 48, and a collection that the server may ask
 * for after its start. The image's command (Dockerfile) has the same.
 */
export const serverFlags = ['--max-semi-space-size=8', '--expose-gc'];
