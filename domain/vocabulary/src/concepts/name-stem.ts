// Names are also found in another number, gender or case: "Verkäuferinnen", "contabilului", "techniciens". Only endings of
// inflection are dropped; derived words stay apart (Verkauf and Verkäufer, welding and welder).
import { foldGender } from '../terms/gender-forms.ts'

const lettersMin = 5

// By the last letter of the word. The stem is then brought to one gender.
const endings: Readonly<Record<string, readonly RegExp[]>> = {
  // Romanian articles: îngrijirea
  a: [/(?<=....)ea$/],
  // Romanian plurals and articles: contabili, contabilii, contabilului, recepției
  i: [/(?<=....)ului$/, /(?<=....[^aeiou])ii?$/, /(?<=...i)ei$/],
  // Romanian articles: contabilul
  l: [/(?<=.....)ul$/],
  m: [/(?<=....(?:isch|lich|iert|stellt))em$/],
  // German datives and plurals: Verkäufern, Küchenhilfen; adjectives and participles: kaufmännischen, Angestellten
  n: [/(?<=...e[rl])n$/, /(?<=....)(?<!inn|i)en$/],
  // German: kaufmännischer, Angestellter; Romanian: contabililor
  r: [/(?<=....(?:isch|lich|iert|stellt))er$/, /(?<=....)(?:i|e)lor$/],
  s: [/(?<=....(?:isch|lich|iert|stellt))es$/],
}

/** The part of a folded word that its inflected forms share. */
export function nameStem(word: string): string {
  if (word.length < lettersMin) return foldGender(word)
  // The singular of such a word is too short to lose its vowel: aides, jefes.
  if (word.length === lettersMin && /[aeo]s$/.test(word)) return word.slice(0, -1)
  const fitting = endings[word.at(-1) ?? '']?.find((ending) => ending.test(word))
  return foldGender(fitting ? word.replace(fitting, '') : word)
}
