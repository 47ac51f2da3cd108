/**
 * What is larger is left to a worker thread. The slowest work on this many bytes takes about 10 ms, half of what may
 * block the event loop.
 */
export const largeBytes = 262_144
