// Applies people's corrections to a profile and to the facts that are derived from it.
import { countMonths } from '@gatehouse/reading/month-span'
import { distinctTerms } from '@gatehouse/vocabulary/term'
import { factsOfProfile } from '../facts-of-profile.ts'
import {
  type ProfileContact,
  type ProfileEducation,
  type ProfileLanguage,
  type ProfileRole,
  type ProfileSkill,
  type TalentProfile,
  spanOfRole,
} from '../profile.ts'
import { readCvLines } from '../read/cv-lines.ts'
import type { TalentNames } from '../read/talent-names.ts'
import { type TalentFacts, type TermFact, linesPerTermMax } from '../talent-facts.ts'
import {
  type CorrectedEducation,
  type CorrectedRole,
  type CorrectedSkill,
  type TalentCorrections,
  correctionLines,
  keyOfEducation,
  keyOfSkill,
} from './corrections.ts'

/** A profile as read, its text, and what people corrected. */
export type CorrectedTalent = { text: string; profile: TalentProfile; corrections: TalentCorrections }

export function correctedProfile({ text, profile, corrections }: CorrectedTalent): TalentProfile {
  const lineOf = createLineFinder(text, corrections)
  const { name, headline, location } = corrections
  return {
    ...profile,
    name: name === undefined ? profile.name : { value: name, line: lineOf('name') },
    headline: headline === undefined ? profile.headline : { value: headline, line: lineOf('headline') },
    location: location ? { ...location, line: lineOf('location') } : profile.location,
    roles: profile.roles.map((role) => correctRole(role, corrections.roles ?? [], profile.asOf)),
    languages: correctLanguages(profile.languages, corrections, lineOf),
    education: correctEducation(profile.education, corrections, lineOf),
    skills: correctSkills(profile.skills, corrections, lineOf),
    contact: correctContact(profile.contact, corrections, lineOf),
  }
}

type LineFinder = (key: string) => number

/** Returns the line that states a correction; the lines of corrections follow those of the text. */
function createLineFinder(text: string, corrections: TalentCorrections): LineFinder {
  const first = text.split('\n').length
  const keys = correctionLines(corrections).map(({ key }) => key)
  return (key) => first + keys.indexOf(key)
}

/** A role is found by any of its lines, because a model may take another line for the first one than rules do. */
function correctRole(role: ProfileRole, corrected: readonly CorrectedRole[], asOf: string): ProfileRole {
  const own = corrected.find(({ line }) => line >= role.line && line <= role.lastLine)
  if (!own) return role
  const isCurrent = own.isCurrent ?? (own.end === null ? role.isCurrent : false)
  const dates = { start: own.start ?? role.start, end: isCurrent ? null : (own.end ?? role.end), isCurrent }
  const span = spanOfRole(dates, asOf)
  return { ...role, title: own.title ?? role.title, ...dates, months: span ? countMonths([span]) : null }
}

function correctContact(
  read: ProfileContact,
  { emails, phones, links }: TalentCorrections,
  lineOf: LineFinder,
): ProfileContact {
  const state = (value: string) => ({ value, line: lineOf(`contact ${value}`) })
  return {
    emails: emails?.map(state) ?? read.emails,
    phones: phones?.map((value) => ({ ...state(value), e164: null })) ?? read.phones,
    links: links?.map((value) => ({ ...state(value), kind: 'other' as const })) ?? read.links,
  }
}

function correctLanguages(
  read: readonly ProfileLanguage[],
  { languages = [] }: TalentCorrections,
  lineOf: LineFinder,
): ProfileLanguage[] {
  const corrected = new Set(languages.map(({ code }) => code))
  const stated = languages.filter(({ isRemoved }) => !isRemoved)
  return [
    ...read.filter(({ code }) => !corrected.has(code)),
    ...stated.map(({ code, level }) => ({ code, level, line: lineOf(`language ${code}`) })),
  ]
}

function correctEducation(
  read: readonly ProfileEducation[],
  { education = [] }: TalentCorrections,
  lineOf: LineFinder,
): ProfileEducation[] {
  const kept = read.flatMap((entry) => {
    const own = education.find(({ line }) => line === entry.line)
    if (!own) return [entry]
    return own.isRemoved ? [] : [change(entry, own)]
  })
  // A later reading of the CV may find a degree on another line than the one that was corrected.
  const isUnread = ({ line, level }: CorrectedEducation) =>
    line === null || (level !== null && !read.some((entry) => entry.line === line))
  const added = education.filter((own) => !own.isRemoved && isUnread(own))
  const entries = [
    ...kept,
    ...added.map((own) => {
      const line = own.line ?? lineOf(`education ${keyOfEducation(own)}`)
      return change({ ...emptyEducation, line }, own)
    }),
  ]
  return entries.map((entry, index) => Object.assign({}, entry, { id: `e${index + 1}` }))
}

const emptyEducation: ProfileEducation = {
  id: '',
  degree: null,
  level: null,
  field: null,
  institution: null,
  year: null,
  line: 0,
}

function change(entry: ProfileEducation, { level, field }: CorrectedEducation): ProfileEducation {
  return { ...entry, level: level ?? entry.level, field: field ?? entry.field }
}

function correctSkills(
  read: readonly ProfileSkill[],
  { skills = [] }: TalentCorrections,
  lineOf: LineFinder,
): ProfileSkill[] {
  const corrected = new Map(skills.map((skill) => [keyOfSkill(skill), skill]))
  const kept = read.flatMap((skill) => {
    const own = corrected.get(keyOfSkill(skill))
    if (!own) return [skill]
    if (own.isRemoved) return []
    const lines = [...skill.lines, lineOf(`skill ${keyOfSkill(own)}`)]
    return [{ ...skill, months: own.months ?? skill.months, lines }]
  })
  const known = new Set(read.map(keyOfSkill))
  const added = skills
    .filter((skill) => !skill.isRemoved && !known.has(keyOfSkill(skill)))
    .map((skill) => ({
      concept: skill.concept,
      label: skill.label,
      months: skill.months ?? 0,
      lastUsed: null,
      lines: [lineOf(`skill ${keyOfSkill(skill)}`)],
    }))
  return [...kept, ...added].sort((one, other) => other.months - one.months)
}

/** The facts of a talent, as corrected. */
export function factsOfTalent(talent: CorrectedTalent, names: TalentNames): TalentFacts {
  const { lines } = readCvLines(talent.text)
  const facts = factsOfProfile(correctedProfile(talent), lines, names)
  const skills = talent.corrections.skills ?? []
  if (skills.length === 0) return facts
  const lineOf = createLineFinder(talent.text, talent.corrections)
  const terms = new Map(facts.terms.map((fact) => [fact.term, fact]))
  for (const skill of skills) correctTerms(terms, skill, lineOf(`skill ${keyOfSkill(skill)}`))
  return { ...facts, terms: [...terms.values()].sort((a, b) => (a.term < b.term ? -1 : 1)) }
}

/**
 * The words of a removed skill stay if there are several of them, because they may be part of other skills: without
 * "project management" there may still be "project planning".
 */
function correctTerms(terms: Map<string, TermFact>, skill: CorrectedSkill, line: number): void {
  const words = distinctTerms(skill.label)
  const own = [...(skill.concept === null ? [] : [skill.concept]), ...(words.length === 1 ? words : [])]
  if (skill.isRemoved) {
    for (const term of own) terms.delete(term)
    return
  }
  for (const term of new Set([...own, ...words])) {
    const known = terms.get(term) ?? { term, lines: [], isInTitle: false, months: 0, roleLines: null }
    const months = own.includes(term)
      ? (skill.months ?? known.months)
      : Math.max(known.months, skill.months ?? 0)
    terms.set(term, { ...known, lines: [...known.lines.slice(0, linesPerTermMax - 1), line], months })
  }
}
