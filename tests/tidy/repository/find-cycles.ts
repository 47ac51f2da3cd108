/**
 * Returns every cycle that a depth-first walk closes, as `[a, b, a]`; the list is empty if and only if there are no
 * cycles.
 */
export function findCycles(edges: ReadonlyMap<string, readonly string[]>): string[][] {
  const cycles: string[][] = []
  const trail: string[] = []
  const finished = new Set<string>()

  function visit(node: string): void {
    if (finished.has(node)) return
    const start = trail.indexOf(node)
    if (start !== -1) {
      cycles.push([...trail.slice(start), node])
      return
    }
    trail.push(node)
    edges.get(node)?.forEach(visit)
    trail.pop()
    finished.add(node)
  }

  for (const node of edges.keys()) visit(node)
  return cycles
}
