/**
 * How Node is to be started for a service. Left to itself its young generation grows to 64 MiB twice over: with thousands
 * of open streams that is most of the process's memory, and one collection of it stops every stream for up to 160 ms.
 */
export const serviceNodeFlags = ['--max-semi-space-size=16'] as const
