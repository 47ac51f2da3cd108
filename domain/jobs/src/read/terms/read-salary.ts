// Reads the salary: the amount of money of a posting that is stated as pay. A training budget or a meal voucher is money
// too, but not the salary.
import { foldPhrase } from '@gatehouse/reading/fold-text'
import { type WordList, wordPattern, wordsOf } from '@gatehouse/reading/word-pattern'
import type { PostingSalary, SalaryPeriod } from '../../posting.ts'
import type { SectionedLine } from '../posting-line.ts'
import { type FoundMoney, findMoney } from './find-money.ts'

const payWords = wordPattern([
  'salary|pay|pays|paid|wage|wages|rate|hourly rate|day rate|compensation|remuneration|stipend',
  'internship allowance|earn|earnings|gehalt|*gehalt|lohn|*lohn|vergutung|*vergutung|bezahlung|entgelt',
  'verdienst|*salar|salar|jahressalar|tagessatz|honorar|salaire|gratification|paie|tjm|salario|sueldo',
  'retribucion|remuneracion|paga|ganaras|salariu|salariul|remuneratie|venit|leafa|onorariu|tarif',
])
const grossWords = wordPattern(
  'brutto|gross|brut|brute|bruts|bruto|brutos|bruta|bruttojahresgehalt|bruttogehalt|brutto*',
)
const netWords = wordPattern('netto|net|nets|neto|netos|neta')
const otherMoneyWords = wordPattern([
  '*budget|budget|buget|presupuesto|bonus|bonuses|voucher*|gutschein*|zuschuss|zuschusse|*zuschuss|zulage',
  '*zulage|pramie|*pramie|prime|primes|ticket*|tichet*|cheque*|discount*|rabatt|training|weiterbildung*',
  'fortbildung*|turnover|revenue|umsatz|chiffre daffaires|facturacion|cifra de afaceri|million*|millones',
  'mio|milioane|m€|equipar|home office budget|sachbezug*|fahrtkosten*|relocation|sign-on|welcome bonus',
  'travel allowance|holiday allowance|meal allowance|allowance for|per diem allowance|spesen|diaten|plus de',
  'investment*|investition*|capital|kapital|portfolio|fundraising|donations|panier|indemnite*|aguinaldo',
  'vales|despensa|ayuda|subsidy|zusatzlich|bono|decontare|decont|referral',
])

const periods: readonly (readonly [SalaryPeriod, WordList])[] = [
  [
    'hour',
    [
      'per hour|an hour|/hour|/hr|/h|hourly|ph|pro stunde|die stunde|je stunde|stundenlohn|stundlich|/std',
      '/stunde|/stunden|de lheure|par heure|lheure|/heure|horaire|taux horaire|por hora|la hora|/hora|a la hora',
      'hora|pe ora|/ora|ora',
    ],
  ],
  [
    'day',
    [
      'per day|a day|daily|day rate|/day|tagessatz|pro tag|am tag|/tag|par jour|/jour|tjm|journalier|por dia',
      'al dia|/dia|diario|pe zi|/zi|zi',
    ],
  ],
  [
    'week',
    [
      'per week|a week|weekly|/week|pro woche|/woche|wochentlich|par semaine|/semaine|a la semana|por semana',
      'semanal|semanales|pe saptamana|saptamanal|/saptamana',
    ],
  ],
  [
    'month',
    [
      'per month|a month|monthly|/month|/mo|pm|im monat|pro monat|monatlich|monatliche*|/monat|monatsgehalt',
      'monatslohn|mtl|par mois|mensuel*|/mois|mois|al mes|por mes|mensual|mensuales|/mes|mes|pe luna|lunar',
      'lunara|/luna|luna',
    ],
  ],
  [
    'year',
    [
      'b/a|per year|a year|per annum|annum|pa|annual|annually|yearly|/year|/yr|pro jahr|im jahr|jahrlich|jahrliche*',
      '/jahr|jahr|jahresgehalt|jahreszielgehalt|jahresbruttogehalt|jahressalar|jahresbrutto|bruttojahresgehalt',
      'zieljahresgehalt|par an|annuel*|/an|lan|por ano|al ano|anual|anuales|/ano|ano|pe an|anuala|ote',
    ],
  ],
]
const periodPatterns = periods.map(([period, words]) => ({ period, pattern: periodPattern(words) }))

function periodPattern(words: WordList): RegExp {
  // A slash starts a period wherever it stands: "€/Monat".
  const [slashed, plain] = [true, false].map((isSlashed) =>
    wordsOf(words).filter((word) => word.startsWith('/') === isSlashed),
  )
  const after = (slashed ?? []).map((word) => word.replace('/', String.raw`\/ ?`)).join('|')
  const inWords = wordPattern((plain ?? []).join('|')).source
  return new RegExp(String.raw`(?:${after})(?![\p{L}])|${inWords}`, 'gu')
}

type Candidate = { money: FoundMoney; line: SectionedLine; score: number }

/** `isMoldovan`: lei are those of Moldova. */
export function readSalary(lines: readonly SectionedLine[], isMoldovan: boolean): PostingSalary | null {
  const candidates = lines
    .filter(({ kind }) => kind !== 'must' && kind !== 'nice' && kind !== 'tasks')
    .flatMap((line) => findMoney(line.text).map((money) => ({ money, line, score: scoreOf(money, line) })))
  const best = candidates.reduce<Candidate | undefined>(
    (most, one) => (one.score > (most?.score ?? 0) ? one : most),
    undefined,
  )
  return best ? toSalary(best, isMoldovan) : null
}

/** Whether a line states pay, for lines that belong to no section. */
export function statesPay(text: string): boolean {
  const folded = foldPhrase(text)
  return (
    findMoney(text).length > 0 &&
    !otherMoneyWords.test(folded) &&
    (payWords.test(folded) || periodPatterns.some(({ pattern }) => matches(pattern, folded)))
  )
}

function scoreOf({ min, max }: FoundMoney, { folded, label, isAboutPay }: SectionedLine): number {
  const isPay = payWords.test(folded) || payWords.test(label) || isAboutPay
  const isOther = otherMoneyWords.test(folded) && !isPay
  const hasKind = grossWords.test(folded) || netWords.test(folded)
  const hasPeriod = periodPatterns.some(({ pattern }) => matches(pattern, folded))
  const score = (isPay ? 3 : 0) + (hasKind ? 2 : 0) + (hasPeriod ? 2 : 0) + (min < max ? 1 : 0)
  return isOther ? score - 6 : score
}

function matches(pattern: RegExp, text: string): boolean {
  return text.search(pattern) >= 0
}

const lowerBound = wordPattern([
  'from|starting at|starting from|start at|at least|minimum|min|over|ab|mindestens|mind|von mindestens',
  'a partir de|a partir du|au moins|des|desde|minimo|al menos|de la|incepand de la|peste|incepand cu',
])
const upperBound = wordPattern('up to|max|maximum|bis zu|bis|jusqua|hasta|pana la|maxim')

function toSalary({ money, line }: Candidate, isMoldovan: boolean): PostingSalary {
  const before = foldPhrase(line.text.slice(0, money.start)).slice(-24)
  const after = foldPhrase(line.text.slice(money.end, money.end + 12))
  const isOne = money.min === money.max
  const isFrom =
    isOne && (endsWith(before, lowerBound) || /^(?:\+|und mehr|or more|et plus|o mas)/.test(after))
  const isUpTo = isOne && endsWith(before, upperBound)
  const isGross = grossWords.test(line.folded)
  return {
    min: isUpTo ? null : money.min,
    max: isFrom ? null : money.max,
    currency: money.currency === 'RON' && isMoldovan ? 'MDL' : money.currency,
    period: periodOf(line, money),
    isGross: isGross ? true : netWords.test(line.folded) ? false : null,
    line: line.number,
  }
}

/** Whether the words before an amount end with one of these. */
function endsWith(before: string, pattern: RegExp): boolean {
  return new RegExp(String.raw`${pattern.source}\s*[:(]?\s*$`, 'u').test(before)
}

/** The period that stands nearest to the amount, after it if possible. */
function periodOf({ text, folded, label }: SectionedLine, { start, end }: FoundMoney): SalaryPeriod | null {
  return (
    nearest(foldPhrase(text.slice(end))) ??
    nearest(foldPhrase(text.slice(0, start)), true) ??
    nearest(folded) ??
    nearest(label)
  )
}

function nearest(folded: string, isBefore = false): SalaryPeriod | null {
  const found = periodPatterns.flatMap(({ period, pattern }) =>
    [...folded.matchAll(pattern)].map(({ index }) => ({
      period,
      distance: isBefore ? folded.length - index : index,
    })),
  )
  return found.sort((one, other) => one.distance - other.distance)[0]?.period ?? null
}
