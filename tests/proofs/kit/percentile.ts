export function percentile(values: readonly number[], share: number): number {
  const ordered = values.toSorted((left, right) => left - right)
  return ordered[Math.min(ordered.length - 1, Math.floor(ordered.length * share))] ?? Number.NaN
}
