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
    'sixteen sechzehn seize dieciseis saisprezece',
    'seventeen siebzehn dix-sept diecisiete saptesprezece',
    'eighteen achtzehn dix-huit dieciocho optsprezece',
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
/** Children have ages: "mit Kindern unter drei Jahren", "enfants de 0 à 3 ans". */
const ageOfChildren =
  /(?:kind(?:er\p{L}*)?|children|toddlers|babies|infants|pupils|enfants?|bebes?|ninos?|ninas?|menores|alumnos|copii|copiilor|elevi|jugendliche\p{L}*|schuler\p{L}*)\s[^,;.]{0,25}$/u
/** Not a minimum: "under five years", and the time in which the experience was gained: "in the last five years". */
const notLeast =
  /(?:under|unter|below|sub|last|past|letzten|vergangenen|derniers|dernieres|ultimos|ultimas|ultimii|ultimele)\s?$/u
/** No posting asks for more years; the number then means something else, mostly an age. */
const yearsMax = 15

const months = new RegExp(
  String.raw`(?<![\p{L}\d,.])(?<least>${count})\s?\+?[\s-]?(?:de )?(?:months?|monate?n?|mois|meses|luni)(?![\p{L}])`,
  'gu',
)
const aboutExperience = /experien|erfahrung|praxis|practi|pratique|vechime|worked|gearbeitet|lucrat/u
const shortest: readonly (readonly [RegExp, number])[] = [
  [/(?<!\p{L})(?:half a year|halbes jahr|halben jahr|medio ano|jumatate de an)(?!\p{L})/u, 0.5],
  [/(?:at least|minimum of|minimum) a (?:full )?year(?!\p{L})/u, 1],
]

/** The numbers of years in their order; months count if the line is about experience. */
export function readYears(text: string): number[] {
  const folded = foldPhrase(text)
  const found = [...folded.matchAll(pattern)].flatMap((match) => {
    const before = folded.slice(0, match.index)
    const after = folded.slice(match.index + match[0].length)
    if (notExperience.test(after)) return []
    if (ageBefore.test(before) || ageOfChildren.test(before) || notLeast.test(before)) return []
    return [numberOf(match)]
  })
  const all = found.length > 0 ? found : readShorter(folded)
  return [...new Set(all)].filter((years) => years > 0 && years <= yearsMax)
}

function readShorter(folded: string): number[] {
  const stated = shortest.flatMap(([words, years]) => (words.test(folded) ? [years] : []))
  if (stated.length > 0 || !aboutExperience.test(folded)) return stated
  return [...folded.matchAll(months)].map((match) => Math.round((numberOf(match) / 12) * 100) / 100)
}

function numberOf({ groups }: RegExpMatchArray): number {
  const least = groups?.['least'] ?? ''
  return numberWords.get(least) ?? Number(least.replace(',', '.'))
}
