// One plain sentence for each requirement: what is shown, what is required, and where.
import type { MatchRow, ShownFact } from './match-score.ts'

/** Lines are counted from 1, as people and editors do. */
export function describeRow(row: MatchRow): string {
  const { lines, shown } = row.evidence
  const isUnshown = row.status === 'not_shown' && row.verdict === null && shown.every(({ by }) => by === null)
  const where = lines.length > 0 ? `; ${isUnshown ? 'some of the words in ' : ''}${describeLines(lines)}` : ''
  const judged = row.verdict === null ? '' : `; judged by a model as ${row.verdict.replace('_', ' ')}`
  return `${describeFacts(row)}${where}${judged}.`
}

function describeFacts(row: MatchRow): string {
  const [fact] = row.evidence.shown
  const { absent } = row.evidence
  if (absent !== undefined)
    return `The CV says that there is no ${row.category === 'language' ? nameLanguage(absent) : absent}`
  switch (row.category) {
    case 'education':
      return describeLevel(fact, educationNames, 'Education')
    case 'language':
      return describeLevel(fact, {}, 'Language')
    case 'location':
      return fact?.by == null
        ? `No place is shown, ${fact?.label} required`
        : `${inTitleCase(fact.by)} shown, ${fact.label} required`
    case 'title':
    case 'task':
    case 'skill':
    case 'experience':
      return row.evidence.time === null ? describeShown(row) : describeTime(row, row.evidence.time)
  }
}

const educationNames: Readonly<Record<string, string>> = {
  secondary: 'School leaving certificate',
  vocational: 'Vocational training',
  associate: 'Associate degree',
  bachelor: 'Bachelor’s degree',
  master: 'Master’s degree',
  doctorate: 'Doctorate',
}

function describeLevel(
  fact: ShownFact | undefined,
  names: Readonly<Record<string, string>>,
  kind: string,
): string {
  if (!fact) return `${kind} is not shown`
  const required = names[fact.label] ?? nameLanguage(fact.label)
  if (fact.by === null) return `No evidence found, ${lowerFirst(required, names)} required`
  return `${names[fact.by] ?? nameLanguage(fact.by)} shown, ${lowerFirst(required, names)} required`
}

/** `de b2` becomes "German B2"; `fr b1 or de b1` names both. */
function nameLanguage(value: string): string {
  return value.split(' or ').map(nameOneLanguage).join(' or ')
}

// Creating the names takes longer than describing a whole match.
const languageNames = new Intl.DisplayNames('en', { type: 'language' })

function nameOneLanguage(value: string): string {
  const [code = '', level] = value.split(' ')
  const name = languageNames.of(code) ?? code
  return level === undefined
    ? name
    : `${name} ${level === 'native' ? 'as a native language' : level.toUpperCase()}`
}

/** Names of languages keep their capital letter. */
function lowerFirst(text: string, names: Readonly<Record<string, string>>): string {
  return Object.values(names).includes(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text
}

function describeShown({ status, evidence: { shown } }: MatchRow): string {
  const found = shown.filter(({ by }) => by !== null)
  const missing = shown.filter(({ by }) => by === null).map(({ label }) => label)
  const isByWords =
    missing.length > 0 && (status === 'met' || (status === 'partly_met' && found.length === 0))
  if (shown.length === 0 || isByWords) return wordSentences[status]
  if (found.length === 0) return `No evidence found for ${joinNames(missing)}`
  const named = joinNames(found.map(({ label, by }) => describeNear(label, by)))
  return missing.length === 0
    ? `${named} shown`
    : `${named} shown; no evidence found for ${joinNames(missing)}`
}

const wordSentences = {
  met: 'The CV describes this in its own words',
  partly_met: 'The CV describes a part of this',
  not_shown: 'No evidence found',
  contradicted: 'The CV contradicts this',
} as const

/** Names the fact that shows a related skill: "React (for JavaScript)". */
function describeNear(label: string, by: string | null): string {
  return by === null || label.split(' or ').includes(by) ? (by ?? label) : `${by} (for ${label})`
}

type Time = NonNullable<MatchRow['evidence']['time']>

function describeTime(row: MatchRow, { monthsRequired, monthsShown }: Time): string {
  const { shown } = row.evidence
  const required = `${formatTime(monthsRequired)} required`
  const names = joinNames(shown.map(({ label, by }) => (by === null ? label : describeNear(label, by))))
  const what = shown.length > 0 ? ` of ${names}` : ''
  if (monthsShown > 0 && row.status !== 'not_shown')
    return `${formatTime(monthsShown)}${what} shown, ${required}`
  if (row.status === 'not_shown')
    return `No evidence found${shown.length > 0 ? ` for ${names}` : ''}, ${required}`
  return `${shown.length > 0 ? names : 'The work'} is named without a dated role, ${required}`
}

/** "7 years", "2.5 years", "8 months". */
function formatTime(months: number): string {
  if (months < 12) return months === 1 ? '1 month' : `${months} months`
  const years = Math.floor((months * 10) / 12) / 10
  return years === 1 ? '1 year' : `${years} years`
}

/** Neighbouring lines are joined: "lines 4–6 and 12". */
function describeLines(lines: readonly number[]): string {
  const runs: [number, number][] = []
  for (const line of lines) {
    const last = runs.at(-1)
    if (last && line === last[1] + 1) last[1] = line
    else runs.push([line, line])
  }
  const named = runs.map(([from, to]) => (from === to ? `${from + 1}` : `${from + 1}–${to + 1}`))
  return `${lines.length === 1 ? 'line' : 'lines'} ${joinNames(named)}`
}

function joinNames(names: readonly string[]): string {
  const last = names.at(-1) ?? ''
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`
}

function inTitleCase(name: string): string {
  return name.replaceAll(/\p{L}+/gu, (word) => word.charAt(0).toUpperCase() + word.slice(1))
}
