import { educationTexts, understoodTexts as texts } from '../../../words/en/recruiting/understood.ts'
import type { Posting, Requirement } from './posting.ts'

const languageNames = new Intl.DisplayNames('en', { type: 'language' })

/** What was understood of a requirement besides its words: years, degree, language and level. */
export function detailsOf({ minYears, educationLevel, language, languageLevel }: Requirement): string[] {
  const level = languageLevel === 'native' ? texts.native : languageLevel?.toUpperCase()
  return [
    minYears === null ? '' : texts.years(minYears),
    educationLevel === null ? '' : educationTexts[educationLevel],
    language === null ? '' : [languageNames.of(language) ?? language, level ?? ''].join(' ').trim(),
  ].filter((detail) => detail !== '')
}

export function describeSalary(salary: NonNullable<Posting['salary']>): string {
  const { min, max, currency, period, isGross } = salary
  const [low, high] = [min, max].map((amount) => amount?.toLocaleString('en'))
  return [
    currency ?? '',
    low !== undefined && high !== undefined && low !== high
      ? texts.range(low, high)
      : low === undefined
        ? texts.upTo(high ?? '')
        : high === undefined
          ? texts.from(low)
          : low,
    isGross === null ? '' : isGross ? texts.gross : texts.net,
    period === null ? '' : texts.periods[period],
  ]
    .filter((part) => part !== '')
    .join(' ')
}
