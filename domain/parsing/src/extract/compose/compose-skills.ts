// Composes the skills, each once, with its concept, the roles whose lines mention it, and how long and how recently it
// was used in them.
import type { CvData } from '../parsed/parsed-cv.ts'
import type { Concept, ParsedDate } from '../parsed/parsed-parts.ts'
import type { CvAnswer } from '../question/cv-answer.ts'
import { foldValue } from '../../verify/fold-source.ts'
import type { ComposeContext } from './compose-context.ts'
import type { ComposedRole } from './compose-experience.ts'
import { hasNumber, namesNumber } from './compose-salary.ts'
import { readSkillLevel } from './classify-words.ts'
import { type Checked, confidenceOf } from '../evidence/evidence-checker.ts'
import { numberTextOf, type Statement, statementAt } from '../evidence/statements-about.ts'
import { countMonths } from '@gatehouse/reading/month-span'

type Skill = CvData['skills'][number]
type QuotedSkill = CvAnswer['skills'][number]

/** Far more than a real CV has; each skill is looked up in the whole document. */
const skillsMax = 1_000

/** All names that the model called skills, in any part of its answer. */
export function quotedSkills({ skills, experience, projects }: CvAnswer): QuotedSkill[] {
  const inEntries = [...experience, ...projects].flatMap(({ skills: names, from, to }) =>
    names.map((name) => ({ name, type: 'hard' as const, level_text: null, years: null, from, to })),
  )
  return [...skills, ...inEntries].slice(0, skillsMax)
}

export function composeSkills(
  context: ComposeContext,
  answer: CvAnswer,
  roles: readonly ComposedRole[],
): Skill[] {
  const found = new Map<string, Skill>()
  for (const [index, quoted] of quotedSkills(answer).entries()) {
    const path = index < answer.skills.length ? `data.skills[${index}]` : 'data.skills'
    const concept = context.concepts.get(quoted.name) ?? null
    const known = found.get(keyOf(quoted.name, concept))
    // A role or project repeats a known skill. It needs no check: the roles that use a skill are found by its name.
    if (known && index >= answer.skills.length) continue
    const checked = context.checker.check(`${path}.name`, quoted.name, quoted)
    if (checked.value === null || known) continue
    const skill = composeSkill({ ...context, path }, quoted, { checked, concept, roles })
    found.set(keyOf(quoted.name, concept), { ...skill, id: `skill_${found.size + 1}` })
  }
  return [...found.values()]
}

function keyOf(name: string, concept: Concept | null): string {
  return concept ? `${concept.scheme} ${concept.id}` : foldValue(name)
}

type Known = { checked: Checked; concept: Concept | null; roles: readonly ComposedRole[] }

function composeSkill(
  { checker, asOf, quality, path }: ComposeContext & { path: string },
  quoted: QuotedSkill,
  { checked, concept, roles }: Known,
): Skill {
  const name = checked.value ?? quoted.name
  const used = roles.filter(({ mentions }) => mentions(name))
  const spans = used.flatMap(({ span }) => span ?? [])
  const statements = checker
    .findAll(name)
    .flatMap(([place]) => (place ? statementAt(checker.lines, place) : []))
  const level = statedLevel({ checker, path }, quoted, statements)
  const stated = statedMonths({ checker, path }, quoted, statements)
  return {
    id: '',
    name,
    concept,
    type: quoted.type,
    level: level === null ? null : readSkillLevel(level),
    months: stated ?? (spans.length > 0 ? countMonths(spans) : null),
    last_used: lastUsed(used, asOf),
    used_in: used.map(({ role }) => role.id),
    confidence: confidenceOf(checked.evidence, quality),
    evidence: checked.evidence,
  }
}

type Stating = Pick<ComposeContext, 'checker'> & { path: string }

/** The level that the document gives to this skill, and not to another of the same list. */
function statedLevel(
  { checker, path }: Stating,
  { level_text: said }: QuotedSkill,
  statements: readonly Statement[],
) {
  if (said === null || said.trim() === '') return null
  const wanted = foldValue(said)
  const isStated = statements.some(({ own, label, before }) => {
    const texts = readSkillLevel(own) === null ? [own, label, before[0]?.replace(/\(.*/u, '') ?? ''] : [own]
    return texts.some((text) => foldValue(text).includes(wanted))
  })
  if (isStated) return readSkillLevel(said)
  checker.refuse(`${path}.level_text`, said, checker.has(said) ? 'does not say in this place' : undefined)
  return null
}

/** Converts the stated years to months; null if the document does not state the number of this skill. */
function statedMonths(
  { checker, path }: Stating,
  { years }: QuotedSkill,
  statements: readonly Statement[],
): number | null {
  if (years === null) return null
  const isStated = statements.some((one) => namesNumber(numberTextOf(one, hasNumber), years))
  if (isStated && years >= 0 && years <= 70) return Math.round(years * 12)
  checker.refuse(`${path}.years`, String(years))
  return null
}

function lastUsed(used: readonly ComposedRole[], asOf: string): ParsedDate | null {
  const dates = used.flatMap(({ role: { start, end, is_current } }) => {
    if (is_current && start) return [{ value: asOf.slice(0, 7), precision: 'month' as const, raw: start.raw }]
    return end ?? start ?? []
  })
  return dates.toSorted((one, other) => (one.value < other.value ? 1 : -1))[0] ?? null
}

/** The ids of the skills that an entry mentions. */
export function skillsIn(mentions: (name: string) => boolean, skills: readonly Skill[]): string[] {
  return skills.filter(({ name }) => mentions(name)).map(({ id }) => id)
}
