import { expect, test } from 'vitest'
import { splitPosting } from '../posting-line.ts'
import { readSections } from './read-sections.ts'

/** The kinds of the lines that are not headings, by their first word. */
function kindsOf(text: string): string {
  return readSections(splitPosting(`Cook\n${text}`))
    .slice(1)
    .filter(({ isHeading }) => !isHeading)
    .map((line) => `${line.text.split(' ')[0]} ${line.kind ?? '–'}`)
    .join(', ')
}

test.each([
  [
    'parts of a section',
    'Dein Profil\nFachlich:\n- Koch\n- HACCP\nPersönlich:\n- Humor',
    'Koch must, HACCP must, Humor must',
  ],
  [
    'a sentence that opens the list',
    'FONCTION\nVous gérez 45 dossiers :\n- encodage\n- bilans',
    'encodage tasks, bilans tasks',
  ],
  ['a long clause', 'As a member of the Year 5 team you will\n• plan\n• teach', 'plan tasks, teach tasks'],
  [
    'numbered headings',
    '1. Aufgaben\n- Kochen\n- Putzen\n2. Anforderungen\n- Lehre',
    'Kochen tasks, Putzen tasks, Lehre must',
  ],
  ['no empty lines', 'Cerinte\npermis B\nexcel\nOferim\nsalariu', 'permis must, excel must, salariu offer'],
  [
    'an invitation to apply below a list',
    'Must have\n- HACCP\nApply to Marlow House, Leeds',
    'HACCP must, Apply apply',
  ],
  ['a signature below a list', 'Must have\n- HACCP\nMarlow House', 'HACCP must, Marlow –'],
  ['conditions as requirements', 'Condiții:\n- permis B', 'permis must'],
  [
    'conditions beside requirements',
    'Cerințe:\n- permis B\n\nCondiții:\n- salariu',
    'permis must, salariu offer',
  ],
  [
    'a label after a list',
    'Bonus points\n~ Game\nPerks: ski pass.\nCall us.',
    'Game nice, ski offer, Call –',
  ],
  [
    'an address below a list',
    'Must-haves\n- Grill\nSend a CV to kitchen@lodge.example',
    'Grill must, Send apply',
  ],
])('%s', (_, text, expected) => {
  expect(kindsOf(text)).toBe(expected)
})
