// Composes the CVs of the committed set with the truth about each: its e-mail address, phone number, date ranges and
// headings, with their lines. The truth is recorded while a line is written, not read from it.
import type { SectionKind } from '@gatehouse/reading/section'
import { type Random, seededRandom } from '../../kit/seeded-random.ts'
import { type CvLanguage, type CvWords, cvWords } from './cv-words.ts'

const cvLayouts = ['single column', 'dates right', 'dates left', 'two columns'] as const
type CvLayout = (typeof cvLayouts)[number]

/** Lines are numbered from 1. A tab in a line separates its left part from its right part. */
export type CvTruth = {
  language: CvLanguage
  layout: CvLayout
  /** Lines that stand in the narrow column of a layout with two columns. */
  sidebar: readonly number[]
  emails: readonly { value: string; line: number }[]
  phones: readonly { e164: string; line: number }[]
  /** `start` and `end` as YYYY or YYYY-MM; `end` is null if the range is still open. */
  dateRanges: readonly { start: string; end: string | null; text: string; line: number }[]
  headings: readonly { kind: SectionKind; text: string; line: number }[]
}

export type WrittenCv = { name: string; text: string; truth: CvTruth }

const cvsPerLayout = 5

export function composeCvs(): WrittenCv[] {
  const languages = Object.keys(cvWords) as CvLanguage[]
  return languages.flatMap((language) =>
    cvLayouts.flatMap((layout) =>
      Array.from({ length: cvsPerLayout }, (_, index) => {
        const name = `${language}-${layout.replace(' ', '-')}-${index + 1}`
        return composeCv(seededRandom(name), { name, language, layout, index })
      }),
    ),
  )
}

type Wanted = { name: string; language: CvLanguage; layout: CvLayout; index: number }
type Truths = {
  -readonly [Key in keyof CvTruth]: CvTruth[Key] extends readonly (infer One)[] ? One[] : CvTruth[Key]
}
type Draft = { lines: string[]; truth: Truths }

function composeCv(random: Random, { name, language, layout, index }: Wanted): WrittenCv {
  const words = cvWords[language]
  const truth: Truths = {
    language,
    layout,
    sidebar: [],
    emails: [],
    phones: [],
    dateRanges: [],
    headings: [],
  }
  const draft: Draft = { lines: [], truth }
  const writer = {
    draft,
    words,
    random,
    headingStyle: index % 3,
    headingSet: index % 2,
    dateStyle: index % 4,
  }
  writeContact(writer, layout)
  writeHeading(writer, 'summary')
  draft.lines.push(words.summary)
  writeEntries(writer, layout)
  if (layout === 'two columns') moveToSidebar(draft, () => writeLists(writer, '\n'))
  else writeLists(writer, ', ')
  return { name, text: `${draft.lines.join('\n')}\n`, truth }
}

type Writer = {
  draft: Draft
  words: CvWords
  random: Random
  headingStyle: number
  headingSet: number
  dateStyle: number
}

function writeContact({ draft: { lines, truth }, words, random }: Writer, layout: CvLayout): void {
  const person = random.pick(words.names)
  lines.push(person)
  const email = `${plainName(person)}${random.integer(1, 99)}@${random.pick(['example.com', 'example.org', 'mail.example.net'])}`
  const [pattern, e164Pattern] = random.pick(words.phones)
  const digits = String(random.integer(100, 999))
  const fill = (text: string) => digits.split('').reduce((filled, digit) => filled.replace('#', digit), text)
  // A line of a narrow column would run off the page.
  const isOneLine = layout !== 'two columns' && random.integer(0, 1) === 0
  if (isOneLine) lines.push(`${email} | ${fill(pattern)} | ${words.town}`)
  else lines.push(words.town, email, fill(pattern))
  truth.emails.push({ value: email, line: isOneLine ? 2 : 3 })
  truth.phones.push({ e164: fill(e164Pattern), line: isOneLine ? 2 : 4 })
}

function plainName(person: string): string {
  const plain = person.normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll('ß', 'ss')
  return plain.toLowerCase().replaceAll(/[^a-z]+/g, '.')
}

type HeadingKind = keyof CvWords['headings']

function writeHeading(
  { draft: { lines, truth }, words, headingStyle, headingSet }: Writer,
  kind: HeadingKind,
) {
  const plain = words.headings[kind][headingSet] ?? ''
  const text = headingStyle === 0 ? plain : headingStyle === 1 ? plain.toUpperCase() : `${plain}:`
  lines.push(text)
  truth.headings.push({ kind, text, line: lines.length })
}

function writeEntries(writer: Writer, layout: CvLayout): void {
  const { words, random } = writer
  let year = random.integer(2003, 2008)
  const titles = random.shuffle(words.titles)
  const employers = random.shuffle(words.employers)
  const roleCount = random.integer(2, 3)
  const roles = Array.from({ length: roleCount }, (_, index) => {
    const [from, to] = [year, year + random.integer(1, 4)]
    year = to + random.integer(0, 1)
    return { from, to: index === roleCount - 1 && random.integer(0, 1) === 0 ? null : to, index }
  })
  writeHeading(writer, 'experience')
  for (const { from, to, index } of roles.toReversed()) {
    const head = [titles[index] ?? '', employers[index] ?? ''] as const
    writeEntry(writer, layout, { head, period: { from, to } })
    const tasks = random.shuffle(words.tasks).slice(0, 2)
    for (const task of tasks) writer.draft.lines.push(layout === 'dates left' ? `\t• ${task}` : `• ${task}`)
  }
  writeHeading(writer, 'education')
  const from = (roles[0]?.from ?? 2003) - random.integer(3, 5)
  writeEntry(writer, layout, {
    head: [words.degree, random.pick(words.schools)],
    period: { from, to: from + random.integer(2, 3) },
  })
}

type Entry = { head: readonly [string, string]; period: { from: number; to: number | null } }

function writeEntry(writer: Writer, layout: CvLayout, { head, period }: Entry): void {
  const { lines, truth } = writer.draft
  const { text, start, end } = writeDates(writer, period)
  const [what, where] = head
  const line = lines.length + 1
  if (layout === 'single column') lines.push(`${what}, ${where}`, text)
  else if (layout === 'dates right') lines.push(`${what}\t${text}`, where)
  else if (layout === 'dates left') lines.push(`${text}\t${what}`, `\t${where}`)
  else lines.push(what, `${where} | ${text}`)
  const isBelow = layout === 'single column' || layout === 'two columns'
  truth.dateRanges.push({ start, end, text, line: isBelow ? line + 1 : line })
}

function writeDates({ words, random, dateStyle }: Writer, { from, to }: Entry['period']) {
  const write = (year: number, month: number) => {
    const two = String(month).padStart(2, '0')
    const value = `${year}-${two}`
    if (dateStyle === 0) return { text: `${two}/${year}`, value }
    if (dateStyle === 1) return { text: `${words.months[month - 1]} ${year}`, value }
    if (dateStyle === 2) return { text: `${two}.${year}`, value }
    return { text: String(year), value: String(year) }
  }
  const start = write(from, random.integer(1, 9))
  const end = to === null ? null : write(to, random.integer(4, 12))
  return {
    text: `${start.text} – ${end?.text ?? words.present}`,
    start: start.value,
    end: end?.value ?? null,
  }
}

function writeLists(writer: Writer, separator: ', ' | '\n'): void {
  const { draft, words } = writer
  for (const kind of ['skills', 'languages'] as const) {
    writeHeading(writer, kind)
    draft.lines.push(...words[kind].split(', ').join(separator).split('\n'))
  }
}

function moveToSidebar({ lines, truth }: Draft, write: () => void): void {
  const before = lines.length
  write()
  for (let line = before + 1; line <= lines.length; line += 1) truth.sidebar.push(line)
}
