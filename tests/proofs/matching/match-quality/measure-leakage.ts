// A hundred real jobs from which a person picked the twelve best and the eight worst for himself. The set has no CV, so
// the person is described here from the set's notes; nothing in the description comes from the jobs.
import { createScorer } from '@gatehouse/matching/score-match'
import { countTerms, createSpecificity } from '@gatehouse/vocabulary/specificity'
import { distinctTerms } from '@gatehouse/vocabulary/term'
import { readJob, readTalent } from '../kit/read-texts.ts'
import type { LeakageJob } from './labelled-sets.ts'

const person = `SUMMARY
Senior software engineer and open source maintainer, full stack, remote, builds products with AI agents

EXPERIENCE
Senior Full Stack Software Engineer (2018 - present)
- TypeScript, JavaScript, React, Next.js, Node.js, REST API design, GraphQL, PostgreSQL, MongoDB
- LLM agents, MCP, OpenAI API, Anthropic Claude, Claude Code, agentic development
Lead Engineer and CTO (2012 - 2018)
- Ruby on Rails, JavaScript, Node.js, AWS, Docker, Bitcoin wallet frontend
- Founding engineer of several startups, from zero to one

SKILLS
- JavaScript
- TypeScript
- React
- Next.js
- Node.js
- Python
- OpenAI API
- GraphQL
- Docker
- Git
`

export type Leakage = { worstInTop10: number; bestInTop10: number; bestAboveWorst: number }

export function measureLeakage(jobs: readonly LeakageJob[]): Leakage {
  const talent = readTalent(person)
  // Jobs outnumber people here, so a term's specificity is learned from the jobs.
  const specificityOf = createSpecificity(countTerms(jobs.map(({ text }) => distinctTerms(text))))
  const ranked = jobs
    .map((job) => ({ ...job, points: createScorer(readJob(job.text, specificityOf))(talent).points }))
    .sort((a, b) => b.points - a.points || (a.id < b.id ? -1 : 1))
  const top = ranked.slice(0, 10)
  const of = (label: LeakageJob['label']) => ranked.filter((job) => job.label === label)
  const pairs = of('best').flatMap((best) => of('worst').map((worst) => (best.points > worst.points ? 1 : 0)))
  return {
    worstInTop10: top.filter(({ label }) => label === 'worst').length,
    bestInTop10: top.filter(({ label }) => label === 'best').length,
    bestAboveWorst: pairs.reduce<number>((sum, one) => sum + one, 0) / Math.max(1, pairs.length),
  }
}
