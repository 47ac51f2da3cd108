// Contact details that rules have found are not sent to the model provider.
import type { DocumentStructure } from '../../rules/find-structure.ts'
import type { SourceSpan, TextLine } from '@gatehouse/reading/text-lines'

type Contacts = Pick<DocumentStructure, 'emails' | 'phones'>

/** Returns the lines with e-mail addresses and phone numbers replaced by words in brackets. */
export function maskContacts(lines: readonly TextLine[], { emails, phones }: Contacts): TextLine[] {
  const masked = [
    ...emails.map(({ span }) => ({ span, word: '[email]' })),
    ...phones.map(({ span }) => ({ span, word: '[phone]' })),
  ]
  const byLine = Map.groupBy(masked, ({ span }) => span.line)
  return lines.map((line) => {
    const own = byLine.get(line.number)
    return own ? Object.assign({}, line, { text: maskText(line.text, own) }) : line
  })
}

function maskText(text: string, masked: readonly { span: SourceSpan; word: string }[]): string {
  return masked
    .toSorted((one, other) => other.span.start - one.span.start)
    .reduce((rest, { span, word }) => rest.slice(0, span.start) + word + rest.slice(span.end), text)
}
