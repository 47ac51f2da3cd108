import { createRuleVocabulary } from '@gatehouse/reading/rule-vocabulary'
import { expect, test } from 'vitest'
import { readPosting } from '../read-posting.ts'

const names = createRuleVocabulary()

function read(lines: string): { places: string; workplace: string | undefined } {
  const { locations, workplace } = readPosting(`Clerk\n\n${lines}`, names)
  return { places: locations.map(({ text }) => text).join(', '), workplace: workplace?.value }
}

test.each([
  ['Kanzlei Brüggenkamp, Steuerberatung in dritter Generation', ''],
  ['Hotel Gamskogel, Zell am See, Österreich', 'Zell am See'],
  ['Arbeitsort: 5700 Zell am See, Land Salzburg', 'Zell am See, Salzburg'],
  ['Dónde: Illescas (Toledo), polígono Veredilla', 'Illescas, Toledo'],
  ['Where: Toronto, ON – hybrid', 'Toronto'],
  ['Worksite: mill north of Saskatoon, Saskatchewan', 'Saskatoon'],
  ['Punct de lucru: Timisoara (santiere in oras)', 'Timisoara'],
  ['Ton lieu de travail : Montreux (VD), sur place', 'Montreux'],
  ['Dein Arbeitsort: Kassel', 'Kassel'],
  ['Einsatzort ist unsere Kanzlei in Münster', 'Münster'],
  ['Workplace: Office', ''],
  ['Lugar de trabajo: Col. Del Valle, Ciudad de México. Puesto 100 % presencial.', 'Ciudad de México'],
  ['¿DÓNDE?\nPlaya del Carmen, Quintana Roo. Presencial', 'Playa del Carmen'],
])('%s is in %s', (line, places) => {
  expect(read(line).places).toBe(places)
})

test.each([
  ['Workplace: Adelaide (on the ward)', 'on_site'],
  ['Locul de muncă: Chișinău, la oficiu', 'on_site'],
  ['Punct de lucru: Timisoara', 'on_site'],
  ['Poste basé à Nantes, chantiers dans toute la région', 'on_site'],
  ['Orașul: Bălți, munca pe teren', 'on_site'],
  ['Location: Berlin', undefined],
  ['Ort: Bonn\n\nWir bieten\n- Homeoffice an zwei Tagen', 'hybrid'],
  ['Lugar: 100 % remoto\n\nOfrecemos\n- Trabajo remoto con horario flexible', 'remote'],
])('%s is %s', (lines, workplace) => {
  expect(read(lines).workplace).toBe(workplace)
})
