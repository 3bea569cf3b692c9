/**
 * How Node runs the server: a young generation of at most 24 MB instead of 48, and a collection that the server may ask
 * for after its start. The image's command (Dockerfile) has the same.
 */
export const serverFlags = ['--max-semi-space-size=8', '--expose-gc'];

/**
 * How glibc allocates for the server: blocks of 128 KB and more go back to the system when they are freed, and threads
 * share two heaps. Without it the demonstration's first start keeps 290 MB instead of 177. The image has the same.
 */
export const serverEnvironment = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072' };
