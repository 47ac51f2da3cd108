import { foldPhrase } from '../fold-text.ts'

/** Month (1 to 12) by folded name. */
export type MonthNames = ReadonlyMap<string, number>

/**
 * Locales whose month names are known, from the platform's own tables. Where two locales disagree, the earlier one
 * wins: listopad is November in Polish and Czech, October in Croatian.
 */
const locales =
  'en en-GB de fr es it pt nl pl ro cs sk hu sv da nb fi el bg sl et lv lt ga mt uk ru tr hr ca is sr'.split(
    ' ',
  )

/** Common spellings that the platform's tables lack. */
const others: Readonly<Record<string, number>> = {
  sept: 9,
  mrz: 3,
  maerz: 3,
  janv: 1,
  fevr: 2,
  avr: 4,
  juil: 7,
}

/** Created on first use, because it takes some 50 ms. */
let known: MonthNames | undefined

/** The names of all locales; those of `language` take precedence where two languages share a name. */
export function monthNames(language?: string): MonthNames {
  known ??= createMonthNames()
  if (language === undefined) return known
  const own = new Map<string, number>()
  addMonthNames(own, language)
  return new Map([...known, ...own])
}

function createMonthNames(): MonthNames {
  const names = new Map<string, number>()
  for (const locale of locales) addMonthNames(names, locale)
  for (const [name, month] of Object.entries(others)) if (!names.has(name)) names.set(name, month)
  return names
}

function addMonthNames(names: Map<string, number>, locale: string): void {
  // Next to a day or a year some languages inflect the name: 1 stycznia, but styczeń.
  const forms = (['long', 'short'] as const).flatMap((month) => [
    new Intl.DateTimeFormat(locale, { month, timeZone: 'UTC' }),
    new Intl.DateTimeFormat(locale, { month, day: 'numeric', timeZone: 'UTC' }),
    new Intl.DateTimeFormat(locale, { month, year: 'numeric', timeZone: 'UTC' }),
  ])
  for (let month = 1; month <= 12; month += 1) {
    const date = new Date(Date.UTC(2001, month - 1, 15))
    for (const form of forms) {
      const part = form.formatToParts(date).find(({ type }) => type === 'month')?.value ?? ''
      const name = foldPhrase(part)
      // Numbers and forms with fewer than three letters are not used as names.
      if (/^\p{L}{3,}$/u.test(name) && !names.has(name)) names.set(name, month)
    }
  }
}
