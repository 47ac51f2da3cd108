import { expect, test } from 'vitest'
import { readLevelInWords } from './language-level-words.ts'
import { readEducationLevel, readLanguageLevel, readLeastEducationLevel } from './levels.ts'

test.each([
  ['Ph.D. in Physics', 'doctorate'],
  ['Dr. med.', 'doctorate'],
  ['Masterat în informatică', 'master'],
  ['Bachelor and Master of Arts', 'master'],
  ['B.A. History', 'bachelor'],
  ['Licențiat în drept', 'bachelor'],
  ['Ausbildung zum Schweißer', 'vocational'],
  ['Școala profesională', 'vocational'],
  ['Bacalaureat, Liceul Teoretic', 'secondary'],
  ['Springfield University', null],
])('%s states %s', (text, level) => {
  expect(readEducationLevel(text)).toBe(level)
})

test('only explicit levels of a language are read', () => {
  expect(['English C1', 'Deutsch (Muttersprache)', 'fluent Spanish'].map(readLanguageLevel)).toEqual([
    'c1',
    'native',
    null,
  ])
})

test.each([
  ['Bachelor or Master in computer science', 'bachelor'],
  ['Abgeschlossenes Studium der Informatik (Master oder Diplom)', 'master'],
  ['Abgeschlossenes Hochschulstudium', 'bachelor'],
  ['Ausbildung oder Studium im Bereich Logistik', 'vocational'],
  ['De formation Bac+3 à Bac+5', 'bachelor'],
  ['Titulaire d’un Bac Pro, CAP ou BEP', 'vocational'],
  ['École d’ingénieur ou équivalent', 'master'],
  ['Formación Profesional de Grado Superior', 'vocational'],
  ['Título universitario en Derecho', 'bachelor'],
  ['Studii superioare economice', 'bachelor'],
  ['Diplomă de bacalaureat', 'secondary'],
  ['Certified Scrum Master', null],
  ['Driving licence', null],
])('the least level in %s is %s', (text, level) => {
  expect(readLeastEducationLevel(text)).toBe(level)
})

test.each([
  ['fluent German', 'c1'],
  ['verhandlungssichere Englischkenntnisse', 'c1'],
  ['Gute Deutschkenntnisse', 'b2'],
  ['Deutsch-Grundkenntnisse', 'a2'],
  ['anglais courant', 'c1'],
  ['bon niveau d’anglais', 'b2'],
  ['notions d’allemand', 'a2'],
  ['inglés fluido', 'c1'],
  ['nivel básico de francés', 'a2'],
  ['engleză fluent', 'c1'],
  ['cunoștințe bune de germană', 'b2'],
  ['noțiuni de bază de franceză', 'a2'],
  ['English (B2), fluent', 'b2'],
  ['Muttersprache Deutsch', 'native'],
  ['English', null],
  ['IELTS 7.5', 'c1'],
  ['IELTS: 6,5', 'b2'],
  ['TOEFL iBT 98', 'c1'],
  ['TOEIC 820', 'b2'],
  ['Cambridge First Certificate', 'b2'],
  ['DALF', 'c1'],
  ['Englisch: Schulkenntnisse', 'a2'],
  ['anglais bilingue', 'native'],
])('%s is %s', (text, level) => {
  expect(readLevelInWords(text)).toBe(level)
})
