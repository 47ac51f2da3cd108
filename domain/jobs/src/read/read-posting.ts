// Reads a job posting by rules alone: its sections, what it requires and wishes for, and its terms. Every value points to
// the line that states it; what the text does not state stays null.
import type { RuleVocabulary } from '@gatehouse/reading/rule-vocabulary'
import type { JobPosting, PostingLine, Stated } from '../posting.ts'
import { detectLanguage } from './detect-language.ts'
import { type SectionedLine, splitPosting } from './posting-line.ts'
import { readRequirements } from './requirements/read-requirements.ts'
import { classifyLines } from './sections/classify-lines.ts'
import { readSections } from './sections/read-sections.ts'
import {
  readApply,
  readDepartment,
  readEmployer,
  readOpenings,
  readTravel,
  readVisaSponsorship,
} from './terms/read-apply.ts'
import { readPlaces } from './terms/read-places.ts'
import { readSalary, statesPay } from './terms/read-salary.ts'
import { readSeniority, readTitle } from './terms/read-title.ts'
import { readEmploymentTypes } from './terms/read-employment-types.ts'
import { readOnsiteDays, readWorkplace } from './terms/read-workplace.ts'

export function readPosting(text: string, names: RuleVocabulary): JobPosting {
  const sectioned = readSections(splitPosting(text))
  const title = readTitle(sectioned)
  const lines = classifyLines(sectioned, title.line)
  const content = lines.filter(({ isHeading }) => !isHeading)
  const requirements = readRequirements(
    content.filter(({ number }) => number !== title.line),
    names.languages,
  )
  return {
    schema: 'job_posting/1',
    language: detectLanguage(text),
    title: title.text,
    titleLine: title.line,
    employer: readEmployer(lines),
    department: readDepartment(lines),
    summary: readSummary(content, title.line),
    seniority: readSeniority(title),
    employmentTypes: readEmploymentTypes(lines, title.line),
    workplace: readWorkplace(lines),
    onsiteDaysPerWeek: readOnsiteDays(lines),
    locations: readPlaces(lines, title.line, names.countries),
    salary: readSalary(lines, /(?<!\p{L})(?:moldova|mdl|chișinău|chisinau)(?!\p{L})/iu.test(text)),
    requirements,
    responsibilities: content.filter(({ kind }) => kind === 'tasks').map(toLine),
    benefits: content.filter((line) => line.kind === 'offer' && !statesPay(line.text)).map(toLine),
    apply: readApply(lines),
    startDate: null,
    validThrough: null,
    openings: readOpenings(lines),
    travelPercent: readTravel(lines),
    visaSponsorship: readVisaSponsorship(lines),
  }
}

function toLine({ text, number }: SectionedLine): PostingLine {
  return { text, line: number }
}

const summaryWordsMin = 8

/** The first paragraph about the company or the position. */
function readSummary(lines: readonly SectionedLine[], titleLine: number): Stated<string> | null {
  const eligible = lines.filter(
    ({ kind, isItem, number }) => (kind === undefined || kind === 'about') && number !== titleLine && !isItem,
  )
  const paragraphs = Map.groupBy(eligible, ({ number }) => number)
  const texts = [...paragraphs].map(([line, parts]) => ({
    value: parts.map(({ text }) => text).join(' '),
    line,
  }))
  return texts.find(({ value }) => value.split(/\s+/).length >= summaryWordsMin) ?? null
}
