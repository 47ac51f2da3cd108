/**
 * Flags with which Node is started for a service.
 *
 * `--max-semi-space-size`: by default V8's young generation grows to two semi-spaces of 64 MiB: with thousands of open
 * streams that is most of the process's memory, and one collection of it stops every stream for up to 160 ms. The price
 * is more frequent collections: at 500 short calls a second the gateway adds 1.65 ms instead of 1.35 ms at the median, and
 * about twice as much at the 99th percentile.
 *
 * `--no-allocation-site-pretenuring`: V8 would put the objects of a place in the code into the old generation if they
 * outlive most collections of the young one, as those of every call in flight do. They are garbage a moment later, but
 * keep all that they refer to alive until a full collection: 14 kB per call, a full collection every three seconds, and
 * collections of the young generation that take twice as long (docs/decisions/0068-cost-of-a-call.md).
 *
 * `--heap-growing-percent`: while the collector has little to do, V8 lets the heap grow by less than a third between two
 * full collections, in order to save memory. At 500 calls a second a gateway then made two or three in 40 s, and each
 * delayed a hundred calls by up to 180 ms where the helper threads that mark the heap share the core of the main thread.
 * With 200 the heap may grow to three times what is in use, as it may under full load anyway.
 */
export const serviceNodeFlags = [
  '--max-semi-space-size=16',
  '--no-allocation-site-pretenuring',
  '--heap-growing-percent=200',
] as const
