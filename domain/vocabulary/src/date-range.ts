// The period of a role, in the ways in which people write it: "2019 - 2023", "March 2021 – present", "iunie 2018 -
// februarie 2021". Months are recognised by the first three letters of their names in six languages.
import { foldText } from './term.ts'

export type YearMonth = { year: number; month: number }

export type DateRange = { months: number; isCurrent: boolean; index: number }

const monthPrefixes =
  'jan ian ene gen jaen|feb fev feb fevr|mar maer mart mars|apr avr abr|may mai mag|jun iun giu juin|jul iul lug juil|' +
  'aug aou ago|sep set sept|oct okt ott|nov noi|dec dez dic'

const monthOf = new Map(
  monthPrefixes
    .split('|')
    .flatMap((prefixes, index) => prefixes.split(' ').map((prefix) => [prefix, index + 1])),
)

const now =
  'prezent|present|current|now|today|heute|aktuell|actuel|aujourd|actual|presente|oggi|astazi|curent|ongoing'
const range = new RegExp(
  String.raw`(?:(?<fromMonth>\p{L}{3,})\.?\s+)?(?<from>(?:19|20)\d\d)\D{1,24}?(?:(?<to>(?:19|20)\d\d)|\b(?<now>${now}))`,
  'u',
)

/** Returns the first range in the line; `asOf` is the month that "present" means. */
export function findDateRange(line: string, asOf: YearMonth): DateRange | undefined {
  const folded = foldText(line)
  const groups = range.exec(folded)
  if (!groups?.groups) return undefined
  const { fromMonth, from, to } = groups.groups
  const start = { year: Number(from), month: readMonth(fromMonth) }
  const isCurrent = to === undefined
  const end = isCurrent ? asOf : { year: Number(to), month: readMonth(lastWordBefore(folded, groups, to)) }
  // Unless both months are known, whole years are counted: 2019 - 2021 is two years.
  const hasMonths = start.month !== undefined && end.month !== undefined
  const months = (end.year - start.year) * 12 + (hasMonths ? (end.month ?? 0) - (start.month ?? 0) : 0)
  return { months: Math.max(0, months), isCurrent, index: groups.index }
}

function readMonth(name: string | undefined): number | undefined {
  return name === undefined ? undefined : (monthOf.get(name.slice(0, 3)) ?? monthOf.get(name.slice(0, 4)))
}

function lastWordBefore(
  folded: string,
  { index, 0: matched }: RegExpExecArray,
  to: string,
): string | undefined {
  const before = folded.slice(index, index + matched.length - to.length)
  return /(\p{L}{3,})\.?\s+$/u.exec(before)?.[1]
}
