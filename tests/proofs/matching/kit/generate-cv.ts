// Generates CVs in five languages from a seed. What the person did and who the person is are chosen separately, so that
// the same career can be written for another person.
import type { Random } from '../../kit/seeded-random.ts'
import { type CvLanguage, cvPhrases } from './cv-phrases.ts'
import type { CvWords } from './read-words.ts'

/** 0 takes the first form of `[a|b]` or `<a|b>`, 1 the second. */
type Gender = 0 | 1

export type Person = {
  first: string
  family: string
  /** The gender of titles and adjectives. */
  formGender: Gender
  /** The gender of pronouns and forms of address. */
  pronounGender: Gender
  birth: { day: number; month: number; year: number }
  street: string
  postcode: string
  town: string
  school: string
  hasPhoto: boolean
}

export type Career = {
  language: CvLanguage
  head: string
  summary: string
  end: string
  roles: readonly {
    title: string
    employer: string
    from: number
    to: number | null
    tasks: readonly string[]
  }[]
  skills: readonly string[]
  general: string
  spoken: string
  degree: { name: string; year: number }
  /** How the dates and names of a role are laid out. */
  layout: number
  number: number
}

const thisYear = 2025

export function choosePerson(random: Random, { places, names }: CvWords): Person {
  const gender = random.integer(0, 1) as Gender
  const place = random.integer(0, places.towns.length - 1)
  return {
    first: random.pick(gender === 0 ? names.male : names.female),
    family: random.pick(names.family),
    formGender: gender,
    pronounGender: gender,
    birth: { day: random.integer(1, 28), month: random.integer(1, 12), year: random.integer(1962, 2001) },
    street: random.pick(places.streets),
    postcode: places.postcodes[place] ?? '',
    town: places.towns[place] ?? '',
    school: random.pick(places.schools),
    hasPhoto: random.fraction() < 0.3,
  }
}

export type CareerWords = { titles: readonly string[]; skills: readonly string[]; tasks: readonly string[] }

export function chooseCareer(
  random: Random,
  { language, words, places }: { language: CvLanguage; words: CareerWords; places: CvWords['places'] },
): Career {
  const phrases = cvPhrases[language]
  const [skills, tasks] = [random.shuffle(words.skills), random.shuffle(words.tasks)]
  const title = random.pick(words.titles)
  const count = random.integer(1, 3)
  let until = thisYear
  const roles = Array.from({ length: count }, (_, index) => {
    const from = until - random.integer(1, 6)
    const role = {
      // Most people stay in one occupation.
      title: random.fraction() < 0.8 ? title : random.pick(words.titles),
      employer: random.pick(places.employers),
      from,
      to: index === 0 && random.fraction() < 0.7 ? null : until,
      tasks: tasks.slice(index * 2, index * 2 + 2),
    }
    until = from
    return role
  })
  return {
    language,
    head: random.pick(phrases.heads),
    summary: random.pick(phrases.summaries),
    end: random.pick(phrases.ends),
    roles,
    skills: skills.slice(0, random.integer(2, 5)),
    general: random.pick(phrases.general),
    spoken: random.pick(phrases.spoken),
    degree: { name: random.pick(phrases.degrees), year: until - 1 },
    layout: random.integer(0, 3),
    number: random.integer(100, 999),
  }
}

export function writeCv(career: Career, person: Person): string {
  const { headings, today, photo } = cvPhrases[career.language]
  const [latest] = career.roles
  const earliest = career.roles.at(-1)
  const slots: Record<string, string> = {
    photo: person.hasPhoto ? photo : '',
    first: person.first,
    family: person.family,
    email: `${person.first}.${person.family}@example.org`.toLowerCase().replaceAll(/\s/g, ''),
    day: twoDigits(person.birth.day),
    month: twoDigits(person.birth.month),
    year: String(person.birth.year),
    age: String(thisYear - person.birth.year),
    street: person.street,
    postcode: person.postcode,
    town: person.town,
    school: person.school,
    title: latest?.title ?? '',
    years: String(thisYear - (earliest?.from ?? thisYear)),
    general: career.general,
    number: String(career.number),
  }
  const sections = [
    career.head,
    `${headings.summary}\n${career.summary}`,
    `${headings.experience}\n${career.roles.map((role) => writeRole(role, career.layout, today)).join('\n')}`,
    `${headings.skills}\n${writeSkills(career)}`,
    `${headings.education}\n${career.degree.name}, {school}, ${career.degree.year}`,
    `${headings.languages}\n${career.spoken}`,
    career.end,
  ]
  const filled = fill(fill(sections.join('\n\n'), slots), slots)
  return filled
    .replaceAll(/\[([^\]|]*)\|([^\]]*)\]/g, person.formGender === 0 ? '$1' : '$2')
    .replaceAll(/<([^>|]*)\|([^>]*)>/g, person.pronounGender === 0 ? '$1' : '$2')
}

/** Twice, because the photo and the title contain slots or forms themselves. */
function fill(text: string, slots: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (_, slot: string) => slots[slot] ?? '')
}

function writeRole(
  { title, employer, from, to, tasks }: Career['roles'][number],
  layout: number,
  today: string,
): string {
  const until = to ?? today
  const heads = [
    `${from} – ${until}: ${title}, ${employer}`,
    `${title} | ${employer} | ${from} - ${until}`,
    `${title}, ${employer} (01/${from} – ${to === null ? today : `12/${to}`})`,
    `${title}\n${employer}\n${from} – ${until}`,
  ]
  return [heads[layout], ...tasks.map((task) => `- ${task}`)].join('\n')
}

function writeSkills({ skills, general, layout }: Career): string {
  return layout % 2 === 0
    ? [...skills, general].map((skill) => `- ${skill}`).join('\n')
    : [...skills, general].join(', ')
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0')
}
