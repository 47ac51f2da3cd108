// Reads the heading of a single line of plain text, where no typography is known. A heading is recognised by its form
// (marked, in capitals, or short with a colon) or by being short and naming a section. A heading of no known section ends
// the section before it. `find-headings` does the same for documents, where the look of a line counts too.
import { foldText } from './fold-text.ts'
import { sectionOfPhrase, sectionOfStem } from './heading-words.ts'
import type { SectionKind } from './section.ts'
import { isListItem, withoutBullet } from './text-lines.ts'

const shortHeadingLettersMax = 60

export type Heading = {
  kind: SectionKind
  /** The text after the colon on the heading's own line; empty if there is none. */
  rest: string
}

/** Returns undefined if the line is not a heading. */
export function readHeading(line: string): Heading | undefined {
  const text = line.trim()
  if (text === '') return undefined
  const labelled = readLabel(text)
  if (labelled) return labelled
  if (isListItem(text) || text.length > shortHeadingLettersMax) return undefined
  if (hasHeadingForm(text)) {
    const name = text.replace(/^#+\s*/, '').replace(/\s*[:：]$/, '')
    return { kind: sectionOfPhrase(name) ?? sectionOfStem(name) ?? 'other', rest: '' }
  }
  // A short line that is not a sentence, such as "Work history". A line with a digit is more likely a date or an
  // address, and one whose heading word comes only at its end is more likely a name: "Royal Institute of Technology".
  const words = text.split(/\s+/)
  const isPlain = /^[^\d.,;!?]+$/.test(text) && words.length <= 4
  const kind = isPlain ? (sectionOfPhrase(text) ?? sectionOfStem(words.slice(0, 3).join(' '))) : undefined
  return kind && { kind, rest: '' }
}

function hasHeadingForm(text: string): boolean {
  if (/^#+\s/.test(text)) return true
  if (/[:：]$/.test(text)) return text.split(/\s+/).length <= 5
  return /\p{L}{4}/u.test(text) && /^[^\d@]+$/.test(text) && text === text.toUpperCase()
}

// A heading written as a list item or followed by its content: "- Skills: Java, Go", "## Job Title: Surgeon". Every
// word before the colon must be one of these; otherwise "Communication skills: excellent" would open a section.
const labelWords = new Set(
  (
    'personal information info contact details education skills skill required experience experiences work ' +
    'professional technical responsibilities job title summary overview profile career employment history key core'
  ).split(' '),
)
const label = /^(?:#+\s*)?\**(?<name>\p{L}[\p{L} ]{2,40}?)\**\s*[:：]\**\s*(?<rest>.*)$/u

function readLabel(text: string): Heading | undefined {
  const { name, rest } = label.exec(withoutBullet(text))?.groups ?? {}
  if (name === undefined || rest === undefined) return undefined
  const words = foldText(name).split(/\s+/)
  if (!words.every((word) => labelWords.has(word))) return undefined
  const kind = sectionOfStem(name)
  return kind && { kind, rest: rest.trim() }
}
