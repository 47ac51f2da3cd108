// Reads the years of experience that a line asks for. Ages and the lengths of contracts and studies are not years of
// experience.
import { foldPhrase } from '@gatehouse/reading/fold-text'

const numberWords: ReadonlyMap<string, number> = new Map(
  [
    'one ein eine einem einen eines einer un une uno una',
    'two zwei deux dos doi doua',
    'three drei trois tres trei',
    'four vier quatre cuatro patru',
    'five funf fuenf cinq cinco cinci',
    'six sechs seis sase',
    'seven sieben sept siete sapte',
    'eight acht huit ocho opt',
    'nine neun neuf nueve noua',
    'ten zehn dix diez zece',
    'eleven elf onze once unsprezece',
    'twelve zwolf douze doce doisprezece',
    'thirteen dreizehn treize trece treisprezece',
    'fourteen vierzehn quatorze catorce paisprezece',
    'fifteen funfzehn quinze quince cincisprezece',
  ].flatMap((words, index) => words.split(' ').map((word) => [word, index + 1] as const)),
)

const count = String.raw`\d{1,2}(?:[.,]5)?|${[...numberWords.keys()].join('|')}`
const yearWord = String.raw`(?:years?|yrs?|jahre?n?|jahrige[nrsm]?|ans?|annees?|anos?|ani)`
const pattern = new RegExp(
  String.raw`(?<![\p{L}\d,.])(?<least>${count})\s?(?:\+|plus|or more|oder mehr)?` +
    String.raw`(?:\s?(?:\(\d{1,2}\)|(?:-|–|—|to|bis|bis zu|a|au|et|y|and|und|o|ou|or|oder|sau|la|pana la|hasta)\s?(?:${count})))?` +
    String.raw`\s?\+?[\s-]?(?:full |de |volle[nr]? |completos )?${yearWord}(?![\p{L}])`,
  'gu',
)

/** Words after a number of years that make it an age, or the length of something else. */
const notExperience =
  /^\s?(?:old|of age|alt|revolus|de edad|de varsta|impliniti|accomplis|degree|studium|ausbildung|contract|vertrag|und alter|cumplidos|lang\b)/u
const ageBefore = /(?:aged|age|alter|mindestalter|edad|varsta|age minimum|ages?)\s?(?:of|von|de|:)?\s?$/u
/** No posting asks for more years; the number then means something else, mostly an age. */
const yearsMax = 15

/** Each number of years with its offset in the folded line, in their order. */
export function readYears(text: string): number[] {
  const folded = foldPhrase(text)
  const found = [...folded.matchAll(pattern)].flatMap((match) => {
    const least = match.groups?.['least'] ?? ''
    const after = folded.slice(match.index + match[0].length)
    const before = folded.slice(0, match.index)
    if (notExperience.test(after) || ageBefore.test(before)) return []
    const years = numberWords.get(least) ?? Number(least.replace(',', '.'))
    return years > 0 && years <= yearsMax ? [years] : []
  })
  return [...new Set(found)]
}
