// Finds amounts of money in a line, in the notations of Europe and America: 65,000 – 80,000 €, 38-42k€, CHF 110'000,
// 1 650 €, $41.50.
import { foldPhrase } from '@gatehouse/reading/fold-text'

/** One amount, or a range; at [start, end) of the text. */
export type FoundMoney = { min: number; max: number; currency: string; start: number; end: number }

const currencies: readonly (readonly [RegExp, string])[] = [
  [/^(?:€|eur|euros?)$/, 'EUR'],
  [/^(?:£|gbp|pounds?)$/, 'GBP'],
  [/^(?:chf|sfr|fr)$/, 'CHF'],
  [/^(?:us\$|usd|dollars?)$/, 'USD'],
  [/^(?:ron|lei|leu)$/, 'RON'],
  [/^mdl$/, 'MDL'],
  [/^(?:mxn|pesos?)$/, 'MXN'],
  [/^(?:pln|zł|zl)$/, 'PLN'],
  [/^(?:cad|c\$)$/, 'CAD'],
  [/^(?:aud|a\$)$/, 'AUD'],
  [/^(?:czk|kč)$/, 'CZK'],
  [/^(?:huf|ft)$/, 'HUF'],
  [/^(?:sek|nok|dkk|bgn|brl|inr|jpy|aed|try|cop|ars|clp|sgd|hkd)$/, ''],
  [/^\$$/, 'USD'],
  [/^¥$/, 'JPY'],
]

const currency = String.raw`(?:US\$|C\$|A\$|[€£$¥]|(?<!\p{L})(?:EUR|Euros?|GBP|pounds?|CHF|SFr\.?|Fr\.|USD|dollars?|RON|lei|leu|MDL|MXN|pesos?|PLN|zł|CAD|AUD|CZK|Kč|HUF|SEK|NOK|DKK|BGN|BRL|INR|JPY|AED|TRY|COP|ARS|CLP|SGD|HKD)(?!\p{L}))`
const figure = String.raw`\d{1,3}(?:[.,'’\u00a0\u202f ]\d{3})+(?!\d)(?:[.,]\d{1,2}(?!\d))?|\d{1,7}(?:[.,]\d{1,2}(?!\d))?`
const thousand = String.raw`\s?(?:k|K|TEUR|Tsd\.?|mii)(?![\p{L}])`
/** A figure with a currency before or after it, or neither. */
const amount = new RegExp(
  String.raw`(?<before>${currency})?\s?(?<![\d.,])(?<figure>${figure})(?:[.,][-–—]{1,2})?(?<thousand>${thousand})?\s?(?<after>${currency})?(?:\s?(?<code>${currency}))?`,
  'giu',
)

const joint =
  /^(?:-|–|—|\/|to|bis|bis zu|a|et|y|e|si|and|und|hasta|jusqua|pana la|la|brut(?:to|s)? bis|- max)$/

type Amount = { value: number; isThousand: boolean; currency: string | null; start: number; end: number }

/** Left to right. A number without a currency is not money unless a range joins it to one that has it. */
export function findMoney(text: string): FoundMoney[] {
  const amounts = [...text.matchAll(amount)].map(toAmount)
  const found: FoundMoney[] = []
  for (let at = 0; at < amounts.length; at += 1) {
    const [one, other] = [amounts[at], amounts[at + 1]]
    if (!one) continue
    const isRange = other !== undefined && joint.test(foldPhrase(text.slice(one.end, other.start)))
    const range = isRange ? toRange(one, other) : undefined
    if (range) at += 1
    const money = range ?? toRange(one, one)
    if (money) found.push(money)
  }
  return found
}

function toAmount({ 0: raw, index, groups = {} }: RegExpExecArray): Amount {
  const leading = raw.length - raw.trimStart().length
  const written = groups['code'] ?? groups['after'] ?? groups['before']
  return {
    value: readFigure(groups['figure'] ?? '') * (groups['thousand'] === undefined ? 1 : 1_000),
    isThousand: groups['thousand'] !== undefined,
    currency: written === undefined ? null : currencyOf(written),
    start: index + leading,
    end: index + raw.trimEnd().length,
  }
}

function toRange(one: Amount, other: Amount): FoundMoney | undefined {
  const money = other.currency ?? one.currency
  if (money === null) return undefined
  // In "38-42k" and "38-42.000" the first figure is in thousands as well.
  const isShort = one.value < 1_000 && one.value * 1_000 <= other.value && other.value >= 10_000
  const min = isShort || (other.isThousand && one.value < 1_000) ? one.value * 1_000 : one.value
  if (min > other.value) return undefined
  return { min, max: other.value, currency: money, start: one.start, end: other.end }
}

/** The last point or comma is a decimal sign if one or two digits follow it; all others group thousands. */
function readFigure(figureText: string): number {
  const [, whole = '', decimals] = /^(.*?)(?:[.,](\d{1,2}))?$/s.exec(figureText) ?? []
  return Number(`${whole.replaceAll(/\D/g, '')}${decimals === undefined ? '' : `.${decimals}`}`)
}

function currencyOf(written: string): string {
  const folded = written.toLowerCase().replaceAll('.', '')
  const found = currencies.find(([pattern]) => pattern.test(folded))
  return found?.[1] || folded.toUpperCase()
}
