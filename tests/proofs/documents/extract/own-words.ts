// Lies made of the document's own words: every value occurs in the document, but in another entry. A look-up of the
// single values would accept all of them.
import type { Random } from '../../kit/seeded-random.ts'

/** Values that no entry of `list` may combine; `told` is the value that must be reported. */
export type MixedLie = { list: EntryList; values: Readonly<Record<string, string | number>>; told: string }
/** Values that one entry of `list` must combine. */
export type WholeEntry = { list: EntryList; values: Readonly<Record<string, string | number>> }
export type EntryList = 'experience' | 'education' | 'certifications' | 'skills' | 'requirements'

type Entry = Readonly<Record<string, string | number | null>>

export type OwnWords = {
  lines: string[]
  /** Entries of the model's answer by list: the copied ones and, among them, the mixed ones. */
  answer: Readonly<Partial<Record<EntryList, Entry[]>>>
  mixed: MixedLie[]
  whole: WholeEntry[]
}

type Role = { title: string; employer: string; date_text: string }
type Degree = { degree: string; institution: string; date_text: string }

const roleLayouts: readonly ((role: Role) => string[])[] = [
  ({ title, employer, date_text }) => [`${title}, ${employer}`, date_text, '• Did what was to be done'],
  ({ title, employer, date_text }) => [date_text, title, employer, '• Did what was to be done'],
  ({ title, employer, date_text }) => [`${date_text}  ${title}`, employer, 'Did all of it without delay.'],
  ({ title, employer, date_text }) => [title, employer, date_text],
  ({ title, employer, date_text }) => [`${title} | ${employer} | ${date_text}`],
  ({ title, employer, date_text }) => [`${employer}, ${date_text}`, title, '– Led a team of four'],
]
const degreeLayouts: readonly ((degree: Degree) => string[])[] = [
  ({ degree, institution, date_text }) => [`${degree}, ${institution}, ${date_text}`],
  ({ degree, institution, date_text }) => [institution, `${degree}, ${date_text}`],
  ({ degree, institution, date_text }) => [date_text, institution, degree],
  ({ degree, institution }) => [`${degree} – ${institution}`],
]
const skillLayouts: readonly ((named: readonly NamedYears[]) => string[])[] = [
  (named) => [named.map(({ name, years }) => `${name} (${years} years)`).join(', ')],
  (named) => [named.map(({ name, years }) => `${years} years of ${name}`).join(' and ')],
  (named) => named.map(({ name, years }) => `${name}: ${years} years`),
  (named) => named.flatMap(({ name, years }) => [name, `${years} years`]),
]
const certificateLayouts: readonly ((one: Certificate) => string)[] = [
  ({ name, issuer, date_text }) => `${name}, ${issuer}, ${date_text}`,
  ({ name, issuer }) => `${issuer}: ${name}`,
]

export type NamedYears = { name: string; years: number }
type Certificate = { name: string; issuer: string; date_text: string }

export type OwnWordParts = {
  roles: readonly [Role, Role]
  skills: readonly [NamedYears, NamedYears]
}

export function composeOwnWords(random: Random, { roles, skills }: OwnWordParts): OwnWords {
  const degrees = pair(random, 'degree')
  const certificates = pair(random, 'certificate')
  const writeRole = random.pick(roleLayouts)
  const degreeLayout = random.integer(0, degreeLayouts.length - 1)
  const certificateLayout = random.integer(0, certificateLayouts.length - 1)
  const lines = [
    'Experience',
    ...roles.flatMap((role) => writeRole(role)),
    'Education',
    ...degrees.flatMap((degree) => degreeLayouts[degreeLayout]?.(degree) ?? []),
    'Certifications',
    ...certificates.map((one) => certificateLayouts[certificateLayout]?.(one) ?? ''),
    'Skills',
    ...random.pick(skillLayouts)(skills),
  ]
  const isDatedDegree = degreeLayout < 3
  const isDatedCertificate = certificateLayout === 0
  const lists = [
    mixList(random, { list: 'experience', entries: roles, isDated: true }),
    mixList(random, { list: 'education', entries: degrees, isDated: isDatedDegree }),
    mixList(random, { list: 'certifications', entries: certificates, isDated: isDatedCertificate }),
    mixYears(random, skills),
  ]
  return {
    lines,
    answer: Object.fromEntries(lists.map(({ list, answered }) => [list, answered])),
    mixed: lists.flatMap(({ mixed }) => mixed),
    whole: lists.flatMap(({ whole }) => whole),
  }
}

type Mixed = { list: EntryList; answered: Entry[]; mixed: MixedLie[]; whole: WholeEntry[] }
type ToMix = { list: EntryList; entries: readonly Readonly<Record<string, string>>[]; isDated: boolean }

/** The copied entries, and some in which one value was taken from another entry. */
function mixList(random: Random, { list, entries, isDated }: ToMix): Mixed {
  const dated = (entry: Readonly<Record<string, string>>) =>
    isDated ? entry : Object.assign({}, entry, { date_text: null })
  const [first = {}, second = {}] = random.shuffle(entries)
  const names = Object.keys(first).filter((name) => name !== 'date_text' || isDated)
  const moved = random.pick(names)
  const lie = { ...dated(first), [moved]: second[moved] ?? '' }
  const kept = names.find((name) => name !== moved) ?? ''
  return {
    list,
    answered: random.shuffle([...entries.map(dated), lie]),
    mixed: [
      {
        list,
        values: { [kept]: first[kept] ?? '', [moved]: second[moved] ?? '' },
        told: second[moved] ?? '',
      },
    ],
    whole: entries.map((entry) => ({
      list,
      values: Object.fromEntries(names.map((name) => [name, entry[name] ?? ''])),
    })),
  }
}

/** Only the first entry of a skill counts, so either both copies are honest or the two numbers are swapped. */
function mixYears(random: Random, [one, other]: readonly [NamedYears, NamedYears]): Mixed {
  const isLie = random.integer(0, 1) === 1
  const told = isLie
    ? [
        { name: one.name, years: other.years },
        { name: other.name, years: one.years },
      ]
    : [one, other]
  const facts = told.map(({ name, years }) => ({
    list: 'skills' as const,
    values: { name, months: years * 12 },
  }))
  const mixed = facts.map((fact, index) => ({ ...fact, told: String(told[index]?.years) }))
  return { list: 'skills', answered: told, mixed: isLie ? mixed : [], whole: isLie ? [] : facts }
}

/** Requirements with the years, or the skill, of each other; or both as the posting states them. */
export function mixRequirements(random: Random, [one, other]: readonly [NamedYears, NamedYears]): Mixed {
  const kind = random.pick(['honest', 'years', 'skill'] as const)
  const pairs = [[one, other] as const, [other, one] as const]
  const answered = pairs.map(([asked, foreign]) => ({
    text: `experience with ${asked.name}`,
    skill_name: kind === 'skill' ? foreign.name : asked.name,
    min_years: kind === 'years' ? foreign.years : asked.years,
  }))
  const facts = answered.map(({ text, skill_name: skill, min_years }) => {
    const values: Record<string, string | number> = kind === 'skill' ? { text, skill } : { text, min_years }
    return { list: 'requirements' as const, values, told: String(kind === 'skill' ? skill : min_years) }
  })
  const isHonest = kind === 'honest'
  return { list: 'requirements', answered, mixed: isHonest ? [] : facts, whole: isHonest ? facts : [] }
}

const schools = ['Masaryk University', 'ETH Zürich', 'Universitatea din București', 'Sorbonne Université']
const degreeNames = ['Master of Informatics', 'Bachelor of Law', 'Diplom Physik', 'Licence de lettres']
const certificateNames = ['CKA', 'Scrum Master', 'Fork-lift licence', 'Lean Six Sigma']
const issuers = ['CNCF', 'Scrum Alliance', 'TÜV Nord', 'Lloyd’s Register']

function pair(random: Random, kind: 'degree'): [Degree, Degree]
function pair(random: Random, kind: 'certificate'): [Certificate, Certificate]
function pair(random: Random, kind: 'degree' | 'certificate'): Readonly<Record<string, string>>[] {
  const [oneYear, otherYear] = [String(random.integer(2001, 2008)), String(random.integer(2009, 2020))]
  const names = random.shuffle(kind === 'degree' ? degreeNames : certificateNames)
  const givers = random.shuffle(kind === 'degree' ? schools : issuers)
  return [oneYear, otherYear].map((date_text, index) =>
    kind === 'degree'
      ? { degree: names[index] ?? '', institution: givers[index] ?? '', date_text }
      : { name: names[index] ?? '', issuer: givers[index] ?? '', date_text },
  )
}
