import { understoodTexts as texts } from '../../../words/en/recruiting/understood.ts'

/** Lines are counted from 1 for people, as editors do. */
export function SourceLine({ line, quote }: { line: number; quote?: string | undefined }) {
  return (
    <p className="source-line">
      <span>{texts.line(line + 1)}</span>
      {quote === undefined ? null : <q>{quote.trim()}</q>}
    </p>
  )
}
