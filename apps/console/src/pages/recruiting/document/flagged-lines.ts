import type { DocumentDetailResult } from './document.generated.ts'

type Detail = DocumentDetailResult['document']

/**
 * The lines that address a machine, counted from 1. A warning counts lines as the file has them, and the stored text may
 * have fewer; so the quote decides, and the number only if no line has it.
 */
export function flaggedLines({
  lines,
  warnings,
}: {
  lines: Detail['lines']
  warnings: readonly Pick<Detail['warnings'][number], 'kind' | 'line' | 'quote'>[]
}): ReadonlySet<number> {
  const flagged = new Set<number>()
  for (const { kind, line, quote } of warnings) {
    if (kind !== 'suspected_injection') continue
    const words = quote?.split('\n')[0]?.trim() ?? ''
    const found = words === '' ? -1 : lines.findIndex((text) => text.includes(words))
    if (found >= 0) flagged.add(found + 1)
    else if (line !== null) flagged.add(line)
  }
  return flagged
}
