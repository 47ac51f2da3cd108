/** A date with the precision in which it was written. */
export type PartialDate = {
  /** YYYY, YYYY-MM or YYYY-MM-DD. */
  value: string
  precision: 'year' | 'month' | 'day'
  raw: string
  /** True for 03/04/2021, which may be in March or April; it is read as day before month. */
  isAmbiguous: boolean
}

export type DateParts = { year: number; month?: number | undefined; day?: number | undefined }

const yearMin = 1_900
const yearMax = 2_100

export function makeDate(
  { year, month, day }: DateParts,
  raw: string,
  isAmbiguous = false,
): PartialDate | undefined {
  if (year < yearMin || year > yearMax) return undefined
  if (month === undefined) return { value: String(year), precision: 'year', raw, isAmbiguous: false }
  if (month < 1 || month > 12) return undefined
  const yearAndMonth = `${year}-${String(month).padStart(2, '0')}`
  if (day === undefined) return { value: yearAndMonth, precision: 'month', raw, isAmbiguous: false }
  const isReal = day >= 1 && day <= new Date(Date.UTC(year, month, 0)).getUTCDate()
  if (!isReal) return undefined
  return { value: `${yearAndMonth}-${String(day).padStart(2, '0')}`, precision: 'day', raw, isAmbiguous }
}

/** Months since year 0; a year alone counts as its January. */
export function monthOf({ value }: PartialDate): number {
  return Number(value.slice(0, 4)) * 12 + (value.length > 4 ? Number(value.slice(5, 7)) - 1 : 0)
}
