// Finds how long a text says that something was done: "7 years of Node.js", "SAP (3 Jahre)".
import { foldText } from '@gatehouse/reading/fold-text'

/** The months that a part of a line states, and the words of that part. */
export type StatedMonths = { months: number; text: string }

const yearsMax = 50
const numbers: readonly (readonly [RegExp, number])[] = (
  [
    ['one|ein|eine|einem|un|une|uno|una', 1],
    ['two|zwei|deux|dos|doi|doua', 2],
    ['three|drei|trois|tres|trei', 3],
    ['four|vier|quatre|cuatro|patru', 4],
    ['five|funf|cinq|cinco|cinci', 5],
    ['six|sechs|seis|sase', 6],
    ['seven|sieben|sept|siete|sapte', 7],
    ['eight|acht|huit|ocho|opt', 8],
    ['nine|neun|neuf|nueve|noua', 9],
    ['ten|zehn|dix|diez|zece', 10],
    ['twelve|zwolf|douze|doce', 12],
    ['fifteen|funfzehn|quinze|quince', 15],
    ['twenty|zwanzig|vingt|veinte|douazeci', 20],
  ] as const
).map(([words, value]) => [new RegExp(`^(?:${words})$`), value])

const unit = String.raw`(?<unit>years?|yrs?|jahre?n?|jahrige[rnms]?|ans?|anos?|ani|months?|monate?n?|mois|meses|luni)`
const amount = String.raw`(?<amount>\d{1,2}(?:[.,]\d)?|\p{L}{2,10}(?=[\s+-]))`
const statement = new RegExp(
  String.raw`(?<![\p{L}\d.,])${amount}\s?\+?(?:\s?(?:-|–|to|bis|a)\s?\d{1,2})?\+?[\s-]*(?:de\s+)?${unit}(?![\p{L}])(?!\s*(?:old|alt|de edad|dage|impliniti))`,
  'u',
)

/** Most lines contain none of these words, which saves folding them. */
const unitWord = /year|yrs|jahr|jähr|\bans?\b|[aá][nñ]os?\b|\bani\b|month|monat|mois|meses|luni/i

/** A line is cut at commas and the like, so that "Go (2 years), Rust (1 year)" gives two statements. */
export function findStatedMonths(line: string): StatedMonths[] {
  if (!unitWord.test(line)) return []
  return line.split(/[,;|•]|\.\s/u).flatMap((text) => {
    const groups = statement.exec(foldText(text))?.groups
    const value = groups && readAmount(groups['amount'] ?? '')
    if (value === undefined || value === 0) return []
    const isMonths = /^(?:mo|lun|mes)/.test(groups?.['unit'] ?? '')
    const months = Math.round(isMonths ? value : value * 12)
    return months > yearsMax * 12 ? [] : [{ months, text }]
  })
}

function readAmount(text: string): number | undefined {
  if (/^\d/.test(text)) return Number(text.replace(',', '.'))
  return numbers.find(([words]) => words.test(text))?.[1]
}
