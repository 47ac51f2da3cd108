/** A call that the model answered, and would have charged again if it did not recognise repeats. */
export type AnsweredCall = { key: string; worker: number; atMs: number }

/**
 * A time in which the result of an answered call could not be stored: a worker was killed, or Postgres was away. For
 * all workers, if none is named.
 */
export type StorageLoss = { worker?: number; fromMs: number; toMs: number }

// A worker that has the answer needs this long at most to store it, also on a busy machine.
const storingMs = 1_000

/** Finds repeats of calls whose first answer could have been stored. */
export function findNeedlessCalls(
  calls: readonly AnsweredCall[],
  losses: readonly StorageLoss[],
): AnsweredCall[] {
  const isExcused = ({ worker, atMs }: AnsweredCall) =>
    losses.some(
      (loss) =>
        (loss.worker === undefined || loss.worker === worker) &&
        atMs >= loss.fromMs - storingMs &&
        atMs <= loss.toMs,
    )
  return [...Map.groupBy(calls, ({ key }) => key).values()].flatMap((same) =>
    same.slice(1).filter((_, index) => {
      const previous = same[index]
      return previous !== undefined && !isExcused(previous)
    }),
  )
}
