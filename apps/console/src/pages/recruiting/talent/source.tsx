import { Link } from '@tanstack/react-router'
import { talentTexts as texts } from '../../../words/en/recruiting/talent.ts'
import { maskContact } from '../talents/mask-contact.ts'

type SourceProps = {
  source: { line: number; text: string; isCorrection: boolean }
  /** The CV that the lines are counted in; undefined if it was removed. */
  documentPath: string | undefined
  /** Lines with an address or a number are only named. */
  isTextHidden?: boolean
}

/** The line of the CV that states a value, as a link to it. */
export function Source({ source: { line, text, isCorrection }, documentPath, isTextHidden }: SourceProps) {
  if (isCorrection) return <span className="source soft small">{texts.correction}</span>
  const name = texts.line(line + 1)
  return (
    <span className="source soft small">
      {documentPath === undefined ? (
        name
      ) : (
        <Link className="link source-link" to={documentPath} search={{ line: line + 1 }}>
          {name}
        </Link>
      )}
      {isTextHidden === true ? null : <q>{maskContact(text.trim())}</q>}
    </span>
  )
}
