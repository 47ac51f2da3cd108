export type RowPlace = { active: number; count: number; pageRows: number }

/** The row that a key leads to; undefined if the key does not move. `j` and `k` move as the arrows do. */
export function moveRow(key: string, { active, count, pageRows }: RowPlace): number | undefined {
  const target = targetOf(key, { active, count, pageRows })
  return target === undefined || count === 0 ? undefined : Math.min(count - 1, Math.max(0, target))
}

function targetOf(key: string, { active, count, pageRows }: RowPlace): number | undefined {
  switch (key) {
    case 'ArrowDown':
    case 'j':
      return active + 1
    case 'ArrowUp':
    case 'k':
      return active - 1
    case 'PageDown':
      return active + pageRows
    case 'PageUp':
      return active - pageRows
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return undefined
  }
}
