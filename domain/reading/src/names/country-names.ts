import { foldPhrase } from '../fold-text.ts'

const locales = 'en de fr es it pt nl pl ro cs sk hu sv da nb fi el bg hr sl et lv lt uk ru tr'.split(' ')

/** The ISO 3166 codes that are looked for. */
const codes =
  'AD AE AL AM AR AT AU AZ BA BD BE BG BR BY CA CH CL CN CO CR CY CZ DE DK DZ EC EE EG ES FI FR GB GE GH GR HK HR HU ID IE IL IN IQ IR IS IT JO JP KE KR KW KZ LB LI LK LT LU LV MA MC MD ME MK MT MX MY NG NL NO NP NZ PE PH PK PL PT QA RO RS RU SA SE SG SI SK TH TN TR TW UA US UY UZ VE VN ZA'.split(
    ' ',
  )

/** Country codes by folded name, in all of the locales. */
export function countryNames(): Map<string, string> {
  const names = new Map<string, string>([
    ['usa', 'US'],
    ['uk', 'GB'],
    ['england', 'GB'],
    ['scotland', 'GB'],
    ['wales', 'GB'],
    ['czech republic', 'CZ'],
    ['holland', 'NL'],
    ['united states of america', 'US'],
  ])
  for (const locale of locales) {
    const display = new Intl.DisplayNames(locale, { type: 'region', fallback: 'none' })
    for (const code of codes) {
      const name = foldPhrase(display.of(code) ?? '')
      if (name !== '' && !names.has(name)) names.set(name, code)
    }
  }
  return names
}

/** Returns the country that is named by one whole part of the line. */
export function findCountry(text: string, names: ReadonlyMap<string, string>): string | undefined {
  const parts = foldPhrase(text).split(/[,;|·•()/]|\s-\s| {2,}/)
  return parts.map((part) => names.get(part.trim())).find((code) => code !== undefined)
}
