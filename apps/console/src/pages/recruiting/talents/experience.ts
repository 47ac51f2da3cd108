import { experienceTexts as texts } from '../../../words/en/recruiting/talents.ts'

/** 7 months, 1 year, 2.5 years, 12 years */
export function formatExperience(months: number): string {
  if (months < 12) return texts.months(months)
  const years = months / 12
  return texts.years(years >= 10 ? String(Math.floor(years)) : String(Math.floor(years * 2) / 2))
}
