// Sums of calls by company and UTC day of their end, which are compared between Postgres and the archive.

export type DaySums = {
  companyId: string
  /** YYYY-MM-DD. */
  day: string
  calls: bigint
  chargedMicros: bigint
  /** Sum of the hashes of the rows; undefined where only counts and charges are compared. */
  hashes?: bigint
}

/** Describes the first difference, or returns undefined if the sums are equal. The order does not matter. */
export function findDifference(expected: readonly DaySums[], actual: readonly DaySums[]): string | undefined {
  const rest = new Map(actual.map((sums) => [keyOf(sums), sums]))
  for (const sums of expected) {
    const found = rest.get(keyOf(sums))
    rest.delete(keyOf(sums))
    if (!found || !areEqual(sums, found))
      return `company ${sums.companyId} on ${sums.day}: ${describe(sums)} in Postgres, ${describe(found)} in the archive`
  }
  const [extra] = rest.values()
  return (
    extra &&
    `company ${extra.companyId} on ${extra.day}: nothing in Postgres, ${describe(extra)} in the archive`
  )
}

function keyOf({ companyId, day }: DaySums): string {
  return `${companyId} ${day}`
}

function areEqual(left: DaySums, right: DaySums): boolean {
  return (
    left.calls === right.calls && left.chargedMicros === right.chargedMicros && left.hashes === right.hashes
  )
}

function describe(sums: DaySums | undefined): string {
  if (!sums) return 'nothing'
  const hashes = sums.hashes === undefined ? '' : `, row hashes ${sums.hashes}`
  return `${sums.calls} calls, ${sums.chargedMicros} micros${hashes}`
}

export function addUp(sums: readonly DaySums[]): { calls: bigint; chargedMicros: bigint } {
  return sums.reduce(
    (total, { calls, chargedMicros }) => ({
      calls: total.calls + calls,
      chargedMicros: total.chargedMicros + chargedMicros,
    }),
    { calls: 0n, chargedMicros: 0n },
  )
}
