import type { SourceSpan, TextLine } from '../text-lines.ts'

export type FoundEmail = { value: string; raw: string; span: SourceSpan }

// The addresses that people use, not everything that RFC 5322 allows (`"a b"@[10.0.0.1]`). Letters of any script. The
// lengths are bounded by those of SMTP, which also bounds the cost of a hostile line.
const pattern =
  /[\p{L}\p{N}](?:[\p{L}\p{N}._%+'-]{0,62}[\p{L}\p{N}_+-])?\s?@\s?(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.){1,8}\p{L}{2,24}(?![\p{L}\p{N}@])/gu

export function findEmails(lines: readonly TextLine[]): FoundEmail[] {
  return lines
    .filter(({ text }) => text.includes('@'))
    .flatMap(({ text, number }) =>
      [...text.matchAll(pattern)].map((match) => ({
        value: normaliseEmail(match[0]),
        raw: match[0],
        span: { line: number, start: match.index, end: match.index + match[0].length },
      })),
    )
}

/** Mail servers ignore the case of the domain and, in practice, that of the local part. */
export function normaliseEmail(raw: string): string {
  return raw.replaceAll(/\s/g, '').toLowerCase()
}
