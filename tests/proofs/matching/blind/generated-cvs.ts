// Generated CVs in which every kind of swap occurs, each with jobs that ask for its own title and words. Every third one
// takes the job's words into the name, the school and the street, as in "Anna Koch, Kochstraße 5".
import { type Random, seededRandom } from '../../kit/seeded-random.ts'
import { type CvLanguage, cvLanguages } from '../kit/cv-phrases.ts'
import { type Person, chooseCareer, choosePerson, writeCv } from '../kit/generate-cv.ts'
import { type CvWords, readCvWords } from '../kit/read-words.ts'
import { writeJob } from './blind-jobs.ts'
import { type FormPair, readGenderedWords } from './gendered-forms.ts'
import { type SwapKind, type SwappedCv, swapKinds } from './swap-kinds.ts'

/** Occupations among the gendered words, by their first form. */
const occupations: Readonly<Record<CvLanguage, string>> = {
  en: 'waiter salesman steward foreman cameraman barman masseur tailor craftsman manager',
  de: 'Krankenpfleger Koch Verkäufer Lehrer Erzieher Kellner Bäcker Friseur Ingenieur Bürokaufmann Industriekaufmann Hotelfachmann Schneider Berater Entwickler Altenpfleger Projektleiter',
  fr: 'vendeur infirmier serveur coiffeur directeur traducteur éducateur conducteur boulanger cuisinier caissier technicien électricien mécanicien assistant ingénieur',
  es: 'camarero enfermero abogado profesor vendedor programador diseñador conductor cocinero peluquero carpintero cajero ingeniero secretario técnico mecánico dependiente',
  ro: 'vânzător profesor ospătar bucătar traducător muncitor casier contabil inginer farmacist secretar recepționer îngrijitor coordonator operator',
}

export function generateCvs(count: number): SwappedCv[] {
  const [words, gendered] = [readCvWords(), readGenderedWords()]
  const random = seededRandom('blind')
  return Array.from({ length: count }, (_, index) => {
    const language = cvLanguages[index % cvLanguages.length] ?? 'en'
    const { forms } = gendered[language]
    const named = new Set(occupations[language].split(' '))
    const titles = forms.filter(([male]) => named.has(male))
    return generateCv(random, {
      id: `generated ${index + 1}`,
      language,
      words: words[language],
      titles,
      forms,
    })
  })
}

type Source = {
  id: string
  language: CvLanguage
  words: CvWords
  titles: readonly FormPair[]
  forms: readonly FormPair[]
}

function generateCv(random: Random, { id, language, words, titles, forms }: Source): SwappedCv {
  const title = random.pick(titles)
  const others = random.shuffle(forms).slice(0, 2)
  const field = random.pick([...words.fields.values()])
  const career = chooseCareer(random, {
    language,
    words: {
      titles: [capitalise(inBothForms(title))],
      skills: [...field.skills.slice(0, 3), ...others.map(inBothForms)],
      tasks: field.tasks,
    },
    places: words.places,
  })
  const person = choosePerson(random, words)
  const form = random.integer(0, 1) as 0 | 1
  const asked = {
    title: capitalise(title[form]),
    forms: others.map((pair) => pair[form]),
    skills: career.skills.filter((skill) => !skill.includes('[')),
  }
  const jobs = [false, true].map((isFull) => writeJob(language, asked, { isFull }))
  const other = chooseOther(random, { person, words, title: asked.title })
  const text = writeCv(career, person)
  const swapped = Object.fromEntries(
    swapKinds.map((kind) => [kind, writeCv(career, { ...person, ...other[kind] })]),
  )
  return { id: `${id} (${language})`, text, swapped, jobs }
}

type Chosen = { person: Person; words: CvWords; title: string }

function chooseOther(
  random: Random,
  { person, words, title }: Chosen,
): Readonly<Record<SwapKind, Partial<Person>>> {
  const { names, places } = words
  const isOfJob = random.fraction() < 1 / 3
  const other = <T>(items: readonly T[], own: T) => random.pick(items.filter((item) => item !== own))
  const birth = {
    ...person.birth,
    day: (person.birth.day % 28) + 1,
    year: person.birth.year + random.pick([-17, -9, 4]),
  }
  return {
    names: {
      first: other([...names.female, ...names.male], person.first),
      family: isOfJob ? title : other(names.family, person.family),
    },
    pronouns: { pronounGender: person.pronounGender === 0 ? 1 : 0 },
    'gendered forms': { formGender: person.formGender === 0 ? 1 : 0 },
    schools: { school: isOfJob ? `${title} College` : other(places.schools, person.school) },
    photos: { hasPhoto: !person.hasPhoto },
    'ages and birth dates': { birth },
    'addresses and postcodes': {
      street: isOfJob ? `${title}straße 5` : other(places.streets, person.street),
      postcode: other(places.postcodes, person.postcode),
    },
    towns: { town: other(places.towns, person.town) },
  }
}

function inBothForms([male, female]: FormPair): string {
  return `[${male}|${female}]`
}

function capitalise(text: string): string {
  return text.replaceAll(/(?<=^|\[|\|)\p{Ll}/gu, (letter) => letter.toUpperCase())
}
