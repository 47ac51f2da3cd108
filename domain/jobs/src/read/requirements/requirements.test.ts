import { createRuleVocabulary } from '@gatehouse/reading/rule-vocabulary'
import { expect, test } from 'vitest'
import { readPosting } from '../read-posting.ts'
import { readEducation } from './read-education.ts'
import { readLanguages } from './read-languages.ts'
import { readYears } from './read-years.ts'
import { splitImportance } from './split-importance.ts'
import { splitList } from './split-list.ts'

const { languages } = createRuleVocabulary()

test.each([
  ['5+ years of experience', [5]],
  ['2 bis 3 Jahre Erfahrung', [2]],
  ['Vier Jahre Industrieerfahrung oder mehr', [4]],
  ['entre tres y cinco años', [3]],
  ['Cinq années d’expérience', [5]],
  ['vechime: minimum 1 an', [1]],
  ['Three years’ experience', [3]],
  ['You must be at least 18 years old', []],
  ['mehrjährige Erfahrung', []],
  ['Mindestalter 18 Jahre', []],
  ['Mindestens 2 Jahre Berufserfahrung mit Kindern unter drei Jahren', [2]],
  ['Expérience auprès d’enfants de 1 à 3 ans', []],
  ['Experiență cu copii de 3–6 ani', []],
  ['In den letzten 5 Jahren mindestens 2 Jahre als Koch', [2]],
  ['al menos 1 año en los últimos 3 años', [1]],
  ['no menos de 3 años de experiencia', [3]],
  ['18 months’ experience in retail', [1.5]],
  ['au moins six mois d’expérience', [0.5]],
  ['minim 6 luni experiență', [0.5]],
  ['at least a year in a call centre', [1]],
  ['A 6-month contract', []],
])('%s asks for %s years', (text, years) => {
  expect(readYears(text)).toEqual(years)
})

test.each([
  ['Abgeschlossene kaufmännische Ausbildung', 'vocational', 'kaufmännische'],
  ['Hochschulabschluss in Betriebswirtschaft (Bachelor oder Master)', 'bachelor', 'Betriebswirtschaft'],
  ['Informatikstudium oder vergleichbar', 'bachelor', 'Informatik'],
  ['Diplôme bac+5 en informatique (école d’ingénieurs ou université)', 'master', 'informatique'],
  ['Diplôme d’État d’aide-soignant exigé', 'vocational', 'aide-soignant'],
  ['Grado en Ingeniería Informática o similar', 'bachelor', 'Ingeniería Informática'],
  ['Studii superioare economice', 'bachelor', 'economice'],
  ['Law degree', 'bachelor', 'Law'],
  ['University degree', 'bachelor', null],
  ['Título de Bachillerato', 'secondary', null],
])('%s asks for %s in %s', (text, level, field) => {
  expect(readEducation(text)).toEqual({ level, field })
})

test('students and licences are not degrees', () => {
  expect(readEducation('You are enrolled at a university for a bachelor’s degree')).toBeNull()
  expect(readEducation('A forklift licence')).toBeNull()
})

test.each([
  ['Deutsch auf Niveau C1 und Englisch auf Niveau B2', 'de c1, en b2'],
  ['good French or good German', 'fr b2, de b2'],
  ['Français et anglais courants', 'fr c1, en c1'],
  ['vorbești fluent româna și rusa', 'ro c1, ru c1'],
  ['Sehr gute Deutsch- und Englischkenntnisse', 'de c1, en c1'],
  ['Langue maternelle française', 'fr native'],
  ['limba română și limba rusă, minimum B2', 'ro b2, ru b2'],
  ['le français et l’anglais au niveau C1', 'fr c1, en c1'],
  ['Cunoașterea limbii engleze', 'en null'],
  ['Bon niveau d’anglais', 'en b2'],
  ['Experience with the German market', ''],
  ['Grado en Filología Inglesa', ''],
  ['Predarea limbii engleze', ''],
  ['Disponibilidad para trabajar fines de semana', ''],
])('%s asks for %s', (text, expected) => {
  const found = readLanguages(text, languages).map(({ code, level }) => `${code} ${level}`)
  expect(found.join(', ')).toBe(expected)
})

test.each([
  ['Kubernetes is a plus', 'nice: Kubernetes is a plus'],
  ['Excel (indispensable); Power BI deseable', 'must: Excel (indispensable); | nice: Power BI deseable'],
  ['Docker, Helm or Terraform are a plus', 'nice: Docker, Helm or Terraform are a plus'],
  ['3 years in sales, ideally in fashion', 'must: 3 years in sales, | nice: ideally in fashion'],
  [
    'Wenn du schon mit KNX gearbeitet hast, umso besser – Voraussetzung ist es nicht.',
    'nice: Wenn du schon mit KNX gearbeitet hast, umso besser – Voraussetzung ist es nicht.',
  ],
  ['Welsh would be lovely, but is not a must', 'nice: Welsh would be lovely, but is not a must'],
  ['Cunoștințe de germană - avantaj', 'nice: Cunoștințe de germană - avantaj'],
])('%s', (text, expected) => {
  expect(
    splitImportance(text)
      .map((part) => `${part.importance}: ${part.text}`)
      .join(' | '),
  ).toBe(expected)
})

test.each([
  [
    'valid reach truck certificate, 2 years of warehouse experience, Dutch or English B1, own transport',
    'valid reach truck certificate | 2 years of warehouse experience | Dutch or English B1 | own transport',
  ],
  [
    'Abgeschlossene Ausbildung als Bäcker und mindestens zwei Jahre Erfahrung',
    'Abgeschlossene Ausbildung als Bäcker | und mindestens zwei Jahre Erfahrung',
  ],
  ['Inglés B1 y carné de manipulador de alimentos', 'Inglés B1 | y carné de manipulador de alimentos'],
  [
    'A degree in statistics, mathematics or economics, 3 years as an analyst',
    'A degree in statistics, mathematics or economics | 3 years as an analyst',
  ],
  ['3 years with SQL, Python and R', '3 years with SQL, Python and R'],
  ['German B2 and English B1', 'German B2 and English B1'],
  ['CAP et BEP en électricité', 'CAP et BEP en électricité'],
])('%s lists %s', (text, expected) => {
  expect(splitList(text).join(' | ')).toBe(expected)
})

test('why a language is asked for is not a further requirement', () => {
  const posting = readPosting(
    'Cook\n\nRequirements\n- English B2: a part of the team is in Gdansk and all the daily meetings are in English\n- Eidg. Fachausweis Koch',
    createRuleVocabulary(),
  )
  expect(posting.requirements).toMatchObject([
    { category: 'language', language: { code: 'en', level: 'b2' } },
    { category: 'education', education: { level: 'associate' } },
  ])
})
