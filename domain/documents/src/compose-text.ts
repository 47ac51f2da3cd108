// Composes the text of a document as it is stored: the lines that a person reads. A Europass XML file without pages has
// no lines, so its structured content is written out in the form of a CV.
import { documentLimits } from '@gatehouse/parsing/document-limits'
import type { DocumentText } from '@gatehouse/parsing/document-text'
import type { EuropassCv } from '@gatehouse/parsing/europass-cv'
import { readEuropass } from '@gatehouse/parsing/read-europass'
import { findStructure } from '@gatehouse/parsing/find-structure'
import { splitLines } from '@gatehouse/reading/text-lines'
import { type ParsingWarning, warnAbout } from '@gatehouse/parsing/parsing-warning'
import type { RuleVocabulary } from '@gatehouse/reading/rule-vocabulary'
import { detectLanguage } from './language/detect-language.ts'

export type TextToSave = {
  text: string
  pages: number | null
  /** ISO 639-1 code. */
  language: string | null
  warnings: readonly ParsingWarning[]
}

export function composeText(read: DocumentText, vocabulary: RuleVocabulary): TextToSave {
  const written =
    read.lines.length > 0 ? read.lines.map((line) => line.text).join('\n') : fromEuropass(read, vocabulary)
  // Normalized by the same line splitter as plain text, so that offsets into the text mean the same everywhere.
  const text = splitLines(written)
    .map((line) => line.text)
    .join('\n')
  const language = detectLanguage(text)
  const structure = findStructure(read, vocabulary, language === null ? {} : { language })
  return { text, pages: read.pages, language, warnings: warnAbout(read, structure) }
}

function fromEuropass({ europassXml }: DocumentText, vocabulary: RuleVocabulary): string {
  const cv = europassXml === null ? undefined : readEuropass(europassXml, vocabulary, documentLimits)
  return cv ? writeCv(cv) : ''
}

function writeCv(cv: EuropassCv): string {
  const name = [cv.givenName, cv.familyName].filter((part) => part !== null).join(' ')
  const sections: readonly (readonly [string, readonly (string | null)[]])[] = [
    ['Summary', [cv.summary]],
    [
      'Experience',
      cv.experience.flatMap((role) => [
        role.title,
        role.employer,
        writePeriod(role.period),
        role.description,
      ]),
    ],
    ['Education', cv.education.flatMap((study) => [study.degree, study.institution, study.description])],
    [
      'Languages',
      cv.languages.map(({ name: language, cefr }) => (cefr === null ? language : `${language}: ${cefr}`)),
    ],
    ['Skills', cv.skills],
    ...cv.otherSections.map(({ heading, text }) => [heading, [text]] as const),
  ]
  const written = sections.filter(([, lines]) => lines.some((line) => line)).flat(2)
  return [name, ...written]
    .flatMap((line) => (line ?? '').split('\n'))
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n')
}

const months = 'January February March April May June July August September October November December'.split(
  ' ',
)

function writePeriod({ start, end, isCurrent }: EuropassCv['experience'][number]['period']): string | null {
  if (!start) return null
  const write = ({ value }: { value: string }) =>
    `${months[Number(value.slice(5, 7)) - 1] ?? ''} ${value.slice(0, 4)}`.trim()
  return `${write(start)} - ${isCurrent || !end ? 'present' : write(end)}`
}
