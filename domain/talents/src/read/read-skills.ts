// Reads the skills of a profile: the concepts that any line names, and what the section of skills lists in other words.
// The months of a skill are those of the roles whose lines show it.
import { foldPhrase } from '@gatehouse/reading/fold-text'
import { countMonths, formatMonth } from '@gatehouse/reading/month-span'
import { withoutBullet } from '@gatehouse/reading/text-lines'
import type { ProfileSkill } from '../profile.ts'
import type { CvLine } from './cv-lines.ts'
import type { ReadRole } from './roles/read-roles.ts'
import { findStatedMonths } from './stated-months.ts'
import type { TalentNames } from './talent-names.ts'

type Mention = { concept: string | null; label: string; line: number; stated: number }

/** The skills with the most evidence come first. */
export function readSkills(
  lines: readonly CvLine[],
  roles: readonly ReadRole[],
  names: TalentNames,
): ProfileSkill[] {
  const shown = lines.filter(showsSkills)
  const mentions = shown.flatMap((line) => mentionsIn(line, names))
  const bySkill = Map.groupBy(
    [...mentions, ...repeatedIn(shown, mentions)],
    ({ concept, label }) => concept ?? foldPhrase(label),
  )
  return [...bySkill.values()]
    .map((all) => toSkill(all, roles))
    .toSorted((one, other) => other.months - one.months || other.lines.length - one.lines.length)
    .slice(0, skillsMax)
}

const skillsMax = 200

/** The head, personal sections and the education section show no skills. */
function showsSkills({ section, text, isReadable, isHeading }: CvLine): boolean {
  if (!isReadable || section === null || text.trim() === '' || (isHeading && text === '')) return false
  return !['contact', 'interests', 'references', 'education', 'languages'].includes(section)
}

function mentionsIn(line: CvLine, { concepts }: TalentNames): Mention[] {
  const { text, index, section } = line
  const stated = findStatedMonths(text)
  const statedFor = (name: string) =>
    Math.max(0, ...stated.filter((one) => one.text.includes(name)).map(({ months }) => months))
  const found = concepts.find(text).filter(({ concept }) => concept.kind === 'skill')
  const named = found.map(({ concept, start, end }): Mention => {
    const written = text.slice(start, end)
    return { concept: concept.key, label: concept.label, line: index, stated: statedFor(written) }
  })
  if (section !== 'skills') return named
  const others = listedItems(text)
    .filter((item) => concepts.find(item).length === 0)
    .map((item): Mention => ({ concept: null, label: item, line: index, stated: statedFor(item) }))
  return [...named, ...others]
}

/** The lines of other sections that repeat what the section of skills lists in words. */
function repeatedIn(lines: readonly CvLine[], mentions: readonly Mention[]): Mention[] {
  const words = mentions.filter(({ concept }) => concept === null)
  const others = lines.filter(({ section }) => section !== 'skills')
  return others.flatMap(({ text, index }) => {
    const folded = ` ${foldPhrase(text).replaceAll(/[^\p{L}\p{N}+#]+/gu, ' ')} `
    return words
      .filter(({ label }) => folded.includes(` ${foldPhrase(label)} `))
      .map((mention) => Object.assign({}, mention, { line: index, stated: 0 }))
  })
}

const itemWordsMax = 5

/** The items of a line of the skills section, without the label before a colon and remarks in brackets. */
function listedItems(text: string): string[] {
  const content = withoutBullet(text).replace(/^[^:,;]{2,40}:\s*/u, '')
  return content
    .split(/[,;|•·]|\s[–—-]\s/u)
    .map((item) =>
      item
        .replaceAll(/\([^)]*\)/gu, ' ')
        .replaceAll(/[\s.]+$/gu, '')
        .trim(),
    )
    .filter((item) => /^\p{L}.{1,59}$/u.test(item) && item.split(/\s+/).length <= itemWordsMax)
}

function toSkill(mentions: readonly Mention[], roles: readonly ReadRole[]): ProfileSkill {
  const lines = [...new Set(mentions.map(({ line }) => line))].sort((a, b) => a - b)
  const shownBy = roles.filter(({ role }) => lines.some((at) => at >= role.line && at <= role.lastLine))
  const spans = shownBy.flatMap(({ span }) => span ?? [])
  const stated = Math.max(...mentions.map((mention) => mention.stated))
  const last = Math.max(...spans.map(({ to }) => to))
  return {
    concept: mentions[0]?.concept ?? null,
    label: mentions[0]?.label ?? '',
    months: Math.max(countMonths(spans), stated),
    lastUsed: spans.length > 0 ? formatMonth(last - 1) : null,
    lines: lines.slice(0, skillLinesMax),
  }
}

const skillLinesMax = 10
