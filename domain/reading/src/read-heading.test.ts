import { expect, test } from 'vitest'
import { readHeading } from './read-heading.ts'

test.each([
  ['## Required Skills', 'skills'],
  ['EXPERIENȚA PROFESIONALĂ', 'experience'],
  ['Responsabilitățile:', 'tasks'],
  ['Responsabilitățile', 'tasks'],
  ['Ce oferim', 'offer'],
  ['How to apply', 'offer'],
  ['## Personal Information', 'contact'],
  ['EDUCAȚIE', 'education'],
  ['Berufserfahrung', 'experience'],
  ['Background', 'experience'],
  ['Was ich gemacht habe', 'experience'],
  ['Historique', 'experience'],
  ['Lo que he hecho', 'experience'],
  ['Ce am făcut', 'experience'],
  ['## Job Title', 'title'],
  ['AFFILIAȚII', 'other'],
])('%s opens %s', (line, kind) => {
  expect(readHeading(line)).toEqual({ kind, rest: '' })
})

test.each([
  ['- Communication skills'],
  ['Experience as a Product Support Specialist (2017-2019) where I:'],
  ['Led a team of five, with skills in many fields of engineering and beyond.'],
  ['Junior Systems Admin (2019 - 2023)'],
  ['SAP'],
  ['Singapore Institute of Technology'],
  [''],
])('%s is not a heading', (line) => {
  expect(readHeading(line)).toBeUndefined()
})

test.each([
  ['- Personal Information: Juliette Strickland', 'contact', 'Juliette Strickland'],
  ['## Job Title: Surgeon', 'title', 'Surgeon'],
  ['**Skills:** Java, Go', 'skills', 'Java, Go'],
  ['- Skills:', 'skills', ''],
])('%s opens %s with its content', (line, kind, rest) => {
  expect(readHeading(line)).toEqual({ kind, rest })
})

test('a list item that contains a colon stays a list item', () => {
  expect(readHeading('1. Customer Service: Experience in helping clients')).toBeUndefined()
  expect(readHeading('- Communication skills: excellent')).toBeUndefined()
})
