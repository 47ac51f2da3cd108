// Writes the CV of one invented person. The same number gives the same CV in the same year.
import { seededRandom } from '../../../provider-sim/answer/seeded-random.ts'
import { type Profession, professions } from './professions.ts'

const firstNames =
  'Ana Ben Clara David Elif Finn Greta Hassan Ida Jakub Katarina Lukas Mira Nils Olga Paul Rana Sofia Tariq Ulrike Viktor Wanda Yusuf Zoe'.split(
    ' ',
  )
const lastNames =
  'Albrecht Becker Costa Demir Eriksson Fischer Garcia Hoffmann Ivanova Jansen Kowalski Lehmann Moreau Novak Ozturk Petrov Richter Schuster Thomsen Vogel Weiss Zimmermann'.split(
    ' ',
  )
const towns = ['Berlin', 'Hamburg', 'Bremen', 'Kassel', 'Leipzig', 'Hannover', 'Köln']
const headings = {
  en: {
    experience: 'Experience',
    education: 'Education',
    skills: 'Skills',
    languages: 'Languages',
    now: 'present',
  },
  de: {
    experience: 'Berufserfahrung',
    education: 'Ausbildung',
    skills: 'Kenntnisse',
    languages: 'Sprachen',
    now: 'heute',
  },
} as const

type DemoCv = { name: string; text: string }

export function writeCv(number: number, year: number): DemoCv {
  const random = seededRandom(`cv ${number}`)
  const profession = professions[number % professions.length] as Profession
  const words = headings[profession.language]
  const first = firstNames[number % firstNames.length] ?? ''
  const name = `${first} ${lastNames[(number * 5) % lastNames.length]}`
  let end = year
  const roles = profession.titles.slice(random.integer(0, 1)).map((title, index) => {
    const start = end - random.integer(1, 4)
    const period = `${start} - ${index === 0 ? words.now : end}`
    end = start
    const shift = random.integer(0, profession.duties.length - 1)
    const duties = [...profession.duties.slice(shift), ...profession.duties.slice(0, shift)].slice(0, 3)
    const lines = duties.map((duty) => `- ${duty}\n`).join('')
    return `${title}, ${random.pick(profession.employers)}, ${period}\n${lines}`
  })
  const skills = profession.skills.filter(() => random.fraction() < 0.75)
  const languages =
    profession.language === 'de'
      ? ['Deutsch: C2', 'Englisch: B1']
      : ['English: C1', random.pick(['German: B2', 'German: C2', 'French: B1'])]
  const text = [
    name,
    `${first.toLowerCase()}.${number}@mail.example, ${random.pick(towns)}`,
    '',
    words.experience,
    ...roles,
    words.education,
    `${random.pick(profession.degrees)}, ${random.pick(towns)}, ${end - 3} - ${end}`,
    '',
    words.skills,
    skills.join(', '),
    '',
    words.languages,
    ...languages,
  ].join('\n')
  return { name, text }
}
