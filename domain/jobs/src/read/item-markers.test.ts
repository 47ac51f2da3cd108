import { expect, test } from 'vitest'
import { splitPosting } from './posting-line.ts'

test.each([
  ['~ Minimum 2 years\n~ Food safety certificate', 'Minimum 2 years | Food safety certificate'],
  ['> permis B\n> Excel', 'permis B | Excel'],
  ['o Deutsch C1\no Erste-Hilfe-Kurs', 'Deutsch C1 | Erste-Hilfe-Kurs'],
  ['👉 Permis B\n👉 CACES R486', 'Permis B | CACES R486'],
  ['🔹 SQL\n\n🔹 Power BI', 'SQL | Power BI'],
  ['-Permis B\n-Anglais B2', 'Permis B | Anglais B2'],
  ['•Excel\n•SAP', 'Excel | SAP'],
  ['(1) Führerschein\n(2) Staplerschein', 'Führerschein | Staplerschein'],
  ['◆ Anglais B2', 'Anglais B2'],
])('%s are items', (text, expected) => {
  const lines = splitPosting(text)
  expect(lines.map((line) => line.text).join(' | ')).toBe(expected)
  expect(lines.every(({ isItem }) => isItem)).toBe(true)
})

test.each(['o echipă tânără\nun birou nou', '🎯 Your mission\n- sell cars', '„Wir“ ist uns wichtig\nZwei'])(
  '%s starts with an ordinary line',
  (text) => {
    expect(splitPosting(text)[0]?.isItem).toBe(false)
  },
)

test.each([
  '=== Your profile ===',
  '★ Your profile ★',
  '--- Your profile ---',
  '[Your profile]',
  '*Your profile*',
])('%s is marked as a heading', (text) => {
  expect(splitPosting(text)[0]).toMatchObject({ text: 'Your profile', isMarked: true, isItem: false })
})
