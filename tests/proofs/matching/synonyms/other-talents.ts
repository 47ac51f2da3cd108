// The other talents: generated CVs of all fields and languages, in equal parts.
import { seededRandom } from '../../kit/seeded-random.ts'
import { cvLanguages } from '../kit/cv-phrases.ts'
import { chooseCareer, choosePerson, writeCv } from '../kit/generate-cv.ts'
import { readCvWords } from '../kit/read-words.ts'

export type OtherTalent = { field: string; text: string }

export function generateTalents(count: number): OtherTalent[] {
  const words = readCvWords()
  const random = seededRandom('other talents')
  const kinds = cvLanguages.flatMap((language) =>
    [...words[language].fields].map(([field, own]) => ({ language, field, words: own })),
  )
  return Array.from({ length: count }, (_, index) => {
    const kind = kinds[index % kinds.length] ?? random.pick(kinds)
    const of = words[kind.language]
    const career = chooseCareer(random, { ...kind, places: of.places })
    return { field: kind.field, text: writeCv(career, choosePerson(random, of)) }
  })
}
