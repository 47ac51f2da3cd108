// The word lists of generated CVs: one list a line, `name ; first|second|third`.
import { readFileSync } from 'node:fs'
import { type CvLanguage, cvLanguages } from './cv-phrases.ts'

type FieldWords = {
  titles: readonly string[]
  skills: readonly string[]
  tasks: readonly string[]
}
type Places = Record<'towns' | 'postcodes' | 'streets' | 'schools' | 'employers', readonly string[]>
type Names = Record<'female' | 'male' | 'family', readonly string[]>

export type CvWords = {
  /** By name of the field of work; every language has all fields. */
  fields: ReadonlyMap<string, FieldWords>
  places: Places
  names: Names
}

export function readCvWords(): Record<CvLanguage, CvWords> {
  const [places, names] = [readOwn('places'), readOwn('names')]
  const read = (language: CvLanguage): CvWords => {
    const list = (lists: ReadonlyMap<string, string[][]>, name: string) =>
      lists.get(`${language} ${name}`)?.[0] ?? []
    return {
      fields: new Map(
        [...readOwn(language)].map(([field, [titles = [], skills = [], tasks = []]]) => [
          field,
          { titles, skills, tasks },
        ]),
      ),
      places: {
        towns: list(places, 'towns'),
        postcodes: list(places, 'postcodes'),
        streets: list(places, 'streets'),
        schools: list(places, 'schools'),
        employers: list(places, 'employers'),
      },
      names: {
        female: list(names, 'female'),
        male: list(names, 'male'),
        family: list(names, 'family'),
      },
    }
  }
  return Object.fromEntries(cvLanguages.map((language) => [language, read(language)])) as Record<
    CvLanguage,
    CvWords
  >
}

function readOwn(name: string): Map<string, string[][]> {
  return readLists(new URL(`words/${name}.txt`, import.meta.url))
}

export function readLists(file: URL): Map<string, string[][]> {
  const text = readFileSync(file, 'utf8')
  return new Map(
    text
      .trim()
      .split('\n')
      .map((line) => {
        const [key = '', ...lists] = line.split(' ; ')
        return [key, lists.map((list) => list.split('|'))]
      }),
  )
}
