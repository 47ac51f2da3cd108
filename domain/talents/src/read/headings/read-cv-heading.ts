// Reads the headings that are usual in CVs only: informal ones, numbered ones, and ones within rules or bullets
// ("---- Langues ----", "2. Vida laboral"). `readHeading` knows the headings of all documents.
import { foldPhrase } from '@gatehouse/reading/fold-text'
import type { Heading } from '@gatehouse/reading/read-heading'
import { sectionOfPhrase } from '@gatehouse/reading/heading-words'
import type { SectionKind } from '@gatehouse/reading/section'
import { cvPhrases, cvQuestions, cvWordPhrases } from './cv-heading-words.ts'

const kindOfPhrase = indexPhrases(cvPhrases)
const kindOfWord = indexPhrases(cvWordPhrases)

function indexPhrases(
  lists: Readonly<Partial<Record<SectionKind, string | readonly string[]>>>,
): ReadonlyMap<string, SectionKind> {
  return new Map(
    Object.entries(lists).flatMap(([kind, list]) =>
      [list]
        .flat()
        .flatMap((line) => line.split('|'))
        .map((phrase) => [phrase, kind as SectionKind] as const),
    ),
  )
}

const numbered = /^\s*(?:\d{1,2}|[IVX]{1,4}|[A-H])[.)]\s+/u
const ruleBefore = /^[^\p{L}\p{N}]+/u
const ruleAfter = /[^\p{L}\p{N})]+$/u
const own = /^(?:my|meine?|mon|ma|mes|mis?|mi) /u

/** "My experience, latest first" */
function withoutRemark(text: string): string {
  return text.replace(/^(\p{L}[^,;@\d]{3,40}), (?=\p{Ll})[^,;@\d.]{3,40}$/u, (all: string, name: string) =>
    own.test(foldPhrase(name)) ? name : all,
  )
}

/** `isApart` is true after an empty line and at the start of the text. */
export function readCvHeading(line: string, isApart: boolean): Heading | undefined {
  const text = withoutRemark(line.trim())
  if (text === '' || text.length > 60 || /[@,;]|\d{2}/.test(text)) return undefined
  const isMarked = numbered.test(text) || /^[^\p{L}¿¡]/u.test(text)
  // A list item within a role may be one word: "- Software".
  if (isMarked && !isApart && text !== text.toUpperCase() && !/[-–—=_*]{3}/.test(text)) return undefined
  const name = foldPhrase(text.replace(numbered, '').replace(ruleBefore, '').replace(ruleAfter, ''))
  const isDecorated = isMarked || /[?\]=_*–—-]$/u.test(text)
  const kind = kindOfName(name, isApart || text === text.toUpperCase(), isDecorated)
  return kind && { kind, rest: '' }
}

function kindOfName(name: string, isOwnLine: boolean, isDecorated: boolean): SectionKind | undefined {
  const known = kindOfPhrase.get(name) ?? kindOfPhrase.get(name.replace(own, ''))
  if (known !== undefined) return known
  const usual = sectionOfPhrase(name) ?? sectionOfPhrase(name.replace(own, ''))
  if (usual !== undefined && (isDecorated || own.test(name))) return usual
  if (!isOwnLine) return undefined
  return kindOfWord.get(name) ?? kindOfQuestion(name)
}

const question =
  /^(?:where ive|where i have|where i|what ive|what i have|what i|how i|things i|wo ich|was ich|wie ich|womit ich|lo que|donde|como me|que|ce que|ou jai|ou je lai|ce am|ce imi|ce fac|unde am|cum) /u

function kindOfQuestion(name: string): SectionKind | undefined {
  if (!question.test(name) || name.split(' ').length > 7) return undefined
  return cvQuestions.find(([, verb]) => verb.test(name))?.[0]
}

/** Kinds whose content may follow the name of the section on the same line. */
const labelKinds: ReadonlySet<SectionKind> = new Set([
  'languages',
  'skills',
  'interests',
  'references',
  'certifications',
  'education',
])
const label = /^[^\p{L}\p{N}]*(?<name>\p{L}[\p{L}\p{M}’' &/-]{1,40}?)\s*(?:[:：]\s+|\s[–—]\s|\t+| {3,})\S/u

/** The section of a line that starts with the name of one: "Hobbys: Schach", "Führerschein: B, BE". */
export function sectionOfLabel(line: string): SectionKind | undefined {
  const name = foldPhrase(label.exec(line)?.groups?.['name'] ?? '')
  if (name === '') return undefined
  const kind = kindOfPhrase.get(name) ?? kindOfPhrase.get(name.replace(own, '')) ?? sectionOfPhrase(name)
  return kind !== undefined && labelKinds.has(kind) ? kind : undefined
}
