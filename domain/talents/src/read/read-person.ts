// Reads who a person is from the lines before the first section and from the section of contact details.
import { foldText } from '@gatehouse/reading/fold-text'
import type { Stated } from '../profile.ts'
import type { CvLine } from './cv-lines.ts'
import { isPlace } from './split-head.ts'
import type { TalentNames } from './talent-names.ts'
import { titleScore } from './title-words.ts'

export function readName(lines: readonly CvLine[], names: TalentNames): Stated<string> | null {
  const personal = lines.filter(isPersonal)
  for (const { index, text } of personal) {
    const value = nameLabel.exec(text)?.[1]?.trim()
    if (value !== undefined && value !== '') return { value: tidyName(value), line: index }
  }
  const emails = personal.flatMap(({ text }) => text.match(/[\p{L}\p{N}._-]+(?=@)/gu) ?? []).map(foldText)
  // The first line of the contact details may be the name without a label.
  const labelled = personal.findIndex(({ section, text }) => section === 'contact' && text.trim() !== '')
  const candidates = personal.filter(({ section }, at) => section === null || at === labelled)
  for (const { index, text } of candidates) {
    const [first = ''] = text.replace(documentTitle, '').split(partSeparator)
    const value = first.trim()
    if (!isName(value) || isPlace(value, names)) continue
    // "Anna Koch" may be a cook; her e-mail address shows that it is her name.
    const isInEmail = foldText(value)
      .split(/[\s-]+/)
      .some((word) => word.length > 2 && emails.some((email) => email.includes(word)))
    const isTitleLike = titleScore(value) > 0 && !isTradeAsName(value, names)
    if (isInEmail || !isTitleLike) return { value: tidyName(value), line: index }
  }
  return null
}

/** "Sven Koch": the last of two words is a trade, and the first one is neither a trade nor a part of its name. */
function isTradeAsName(value: string, { concepts }: TalentNames): boolean {
  const [first = '', ...others] = value.split(/\s+/)
  if (others.length !== 1 || titleScore(first) > 0 || first === first.toUpperCase()) return false
  return !adjective.test(first) && concepts.find(value).every(({ start }) => start > 0)
}

const adjective =
  /^(?:gelernt|erfahren|geprüft|leitend|angehend|selbst|staatlich|qualifi|certifi|zertifi|diplom|registered|licensed|experienced|trained|skilled|chief|deputy|master)/iu

export function isPersonal({ section, text, isHeading }: CvLine): boolean {
  return (
    (section === null || section === 'contact') && text.trim() !== '' && (!isHeading || section === 'contact')
  )
}

const nameLabel =
  /^[\s#*•-]*(?:full name|name|vor- und nachname|nom et pr[ée]nom|nom|nombre(?: y apellidos)?|nume(?: [șs]i prenume)?)\**\s*:\**\s*([^|,;@\d]{3,60})/iu
const documentTitle =
  /^\s*(?:curriculum vitae|lebenslauf|r[ée]sum[ée]|cv|currículum(?: vítae)?|hoja de vida)(?:\s*(?:of|von|de|[:–—|-])\s*|\s*$)/iu
const partSeparator = /\s*[|•·;]\s*|\s+[–—-]\s+|,\s+| {3,}|\t/u
const nameWord =
  /^(?:\p{Lu}[\p{L}'’.-]*|\p{Lu}\.|de|del|de la|da|di|du|van|von|der|den|zu|el|la|le|y|bin|al|ten)$/u

/** Two to five words, each with a capital letter except particles. */
function isName(text: string): boolean {
  const words = text.replace(/^(?:dr|prof|mr|mrs|ms|herr|frau|dipl\.?-ing|ing|mag)\.?\s+/iu, '').split(/\s+/)
  const capitals = words.filter((word) => /^\p{Lu}/u.test(word))
  return words.length <= 5 && capitals.length >= 2 && words.every((word) => nameWord.test(word))
}

function tidyName(name: string): string {
  const tidy = name.replace(/\s+/gu, ' ').trim()
  if (tidy !== tidy.toUpperCase()) return tidy
  return tidy.toLowerCase().replaceAll(/(?<![\p{L}\p{M}])\p{L}/gu, (letter) => letter.toUpperCase())
}

const formOfAddress =
  /^(?:dr|prof|mr|mrs|ms|miss|sir|herrn?|frau|m|mme|mlle|monsieur|madame|sr|sra|srta|d|d\.ª|don|doña|dl|dna|dlui|dnei|domnul|doamna)\.?\s+/iu

/**
 * The forms of a name: the whole one, and the first name alone, which is the last form. The last name alone is kept: it
 * may be a word of the trade ("Koch"), and dropping it for some people would make facts depend on names.
 */
function formsOfName(name: string): string[] {
  const words = name.replace(formOfAddress, '').split(/\s+/).filter(Boolean)
  const [first, last] = [words[0], words.at(-1)]
  if (first === undefined || last === undefined || words.length < 2) return []
  return [words.join(' '), `${first} ${last}`, `${last} ${first}`, `${last}, ${first}`, first]
}

/** The lines without the person's name, which may stand in a summary or a footer. */
export function withoutName(lines: readonly CvLine[], name: Stated<string> | null): readonly CvLine[] {
  const forms = name === null ? [] : formsOfName(name.value)
  // Every form has the first name in it.
  const first = forms.at(-1)
  if (first === undefined) return lines
  return lines.map((line) =>
    line.text.includes(first) ? { ...line, text: withoutForms(line.text, forms) } : line,
  )
}

const letterBefore = /[\p{L}\p{M}]$/u
const letterAfter = /^[\p{L}\p{M}]/u

/** Compiling a pattern for each name takes longer than looking for its forms. */
function withoutForms(text: string, forms: readonly string[]): string {
  let shown = ''
  let from = 0
  for (let at = 0; at < text.length; at += 1) {
    const form = forms.find((one) => text.startsWith(one, at) && isWholeWord(text, at, at + one.length))
    if (form === undefined) continue
    shown += `${text.slice(from, at)} `
    from = at + form.length
    at = from - 1
  }
  return shown + text.slice(from)
}

function isWholeWord(text: string, start: number, end: number): boolean {
  return (
    !letterBefore.test(text.slice(Math.max(0, start - 2), start)) &&
    !letterAfter.test(text.slice(end, end + 2))
  )
}

const headlineLabel = /^\s*(?:headline|title|position|titel|titre|titlu|puesto)\s*:\s*/iu
const headlineWordsMax = 16

/** The first line of the head that describes what the person does. */
export function readHeadline(
  lines: readonly CvLine[],
  name: Stated<string> | null,
  names: TalentNames,
): Stated<string> | null {
  for (const { index, text, section, isReadable, isHeading } of lines) {
    if (section !== null || isHeading || !isReadable || text.trim() === '') continue
    const rest = (index === name?.line ? afterName(text) : text).replace(headlineLabel, '').trim()
    const words = rest.split(/\s+/).length
    const isOther = /\d{3}|@|^\p{L}+\s*:/u.test(rest) || isPlace(rest, names) || documentTitle.test(rest)
    if (rest === '' || isOther || words > headlineWordsMax) continue
    const isOccupation = names.concepts.find(rest).some(({ concept }) => concept.kind === 'occupation')
    if (titleScore(rest) > 0 || isOccupation) return { value: rest, line: index }
  }
  return null
}

export function afterName(text: string): string {
  return text.replace(documentTitle, '').split(partSeparator).slice(1).join(', ')
}
