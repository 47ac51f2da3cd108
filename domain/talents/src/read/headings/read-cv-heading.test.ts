import { expect, test } from 'vitest'
import { readCvHeading, sectionOfLabel } from './read-cv-heading.ts'

test.each([
  ['Wo ich gearbeitet habe', 'experience'],
  ['Where I’ve cooked', 'experience'],
  ['2. Vida laboral', 'experience'],
  ['► Emplois', 'experience'],
  ['---- Carrière ----', 'experience'],
  ['Puestos ocupados', 'experience'],
  ['Parcurs', 'experience'],
  ['Was ich gelernt habe', 'education'],
  ['Lo que estudié', 'education'],
  ['Mes diplômes', 'education'],
  ['MI FORMACIÓN', 'education'],
  ['Cómo me comunico', 'languages'],
  ['Competențe lingvistice', 'languages'],
  ['▪ LANGUES', 'languages'],
  ['Führerscheine und Nachweise', 'certifications'],
  ['Permis de conducere', 'certifications'],
  ['Logiciels', 'skills'],
  ['Und sonst?', 'interests'],
  ['Ce que j’aime', 'interests'],
  ['PERSONAL STATEMENT', 'summary'],
])('%s opens the section %s', (line, kind) => {
  expect(readCvHeading(line, true)).toEqual({ kind, rest: '' })
})

test.each([
  ['- Software', false],
  ['Work', false],
  ['Wo ich gearbeitet habe, war es schön', true],
  ['Software Engineer', true],
  ['What we did for the customer', true],
])('%s is not a heading', (line, isApart) => {
  expect(readCvHeading(line, isApart)).toBeUndefined()
})

test.each([
  ['Hobbys: Motorrad, Kickboxen', 'interests'],
  ['Führerschein: B, eigenes Auto', 'certifications'],
  ['Programe: 1C, Excel', 'skills'],
  ['Sprachen        Deutsch, Russisch', 'languages'],
  ['Note: see above', undefined],
])('the label of %s names the section %s', (line, kind) => {
  expect(sectionOfLabel(line)).toBe(kind)
})
