/** Milliseconds of the clock that all processes of a machine share; it never jumps. */
export function monotonicMs(): number {
  return Number(process.hrtime.bigint()) / 1_000_000
}
