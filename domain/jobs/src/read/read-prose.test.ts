import { createRuleVocabulary } from '@gatehouse/reading/rule-vocabulary'
import { expect, test } from 'vitest'
import { readPosting } from './read-posting.ts'

const names = createRuleVocabulary()

test.each([
  [
    'English with the way to apply',
    'Apply at careers@acme.example. We welcome applications from all. Let us know what you need.',
    '',
  ],
  [
    'German',
    'Wir backen in Fulda noch von Hand. Du hast eine Ausbildung als Bäcker. Führerschein Klasse B ist Voraussetzung. Kenntnisse in der Konditorei wären schön. Wir zahlen 3.000 Euro brutto.',
    'must Du hast eine Ausbildung als Bäcker. | must Führerschein Klasse B ist Voraussetzung. | nice Kenntnisse in der Konditorei wären schön.',
  ],
  [
    'English',
    'Our practice in Leeds looks after small animals. You will assist in surgery. You must be registered with three years in practice. Experience with exotics would be a bonus. In return we offer 28 days of holiday.',
    'must You must be registered with three years in practice. | nice Experience with exotics would be a bonus.',
  ],
  [
    'French',
    'Installés à Rennes, nous recherchons un plombier. Vous assurez la pose chez les particuliers. Le permis B est indispensable. Une habilitation gaz serait un plus. Salaire selon profil et mutuelle.',
    'must Le permis B est indispensable. | nice Une habilitation gaz serait un plus.',
  ],
  [
    'Spanish',
    'Restaurante en Sevilla busca camarero con al menos 2 años de experiencia. Imprescindible inglés B1. Se valorará francés. Ofrecemos contrato indefinido.',
    'must Restaurante en Sevilla busca camarero con al menos 2 años de experiencia. | must Imprescindible inglés B1. | nice Se valorará francés.',
  ],
  [
    'Romanian',
    'Firma noastră din Ploiești caută sudor. Cerințe: minim 2 ani experiență, permis categoria B. Constituie avantaj autorizația ISCIR. Oferim: salariu bun, tichete de masă.',
    'must minim 2 ani experiență | must permis categoria B. | nice Constituie avantaj autorizația ISCIR.',
  ],
])('a paragraph in %s is read sentence by sentence', (_, text, expected) => {
  const { requirements } = readPosting(`Vacancy 17\n\n${text}`, names)
  expect(requirements.map(({ importance, text: words }) => `${importance} ${words}`).join(' | ')).toBe(
    expected,
  )
})
