import type { Importance, Requirement } from '@gatehouse/jobs/job-facts'

/**
 * How much each category counts, of all those for which there is something to compare. The proportions are those that
 * docs/decisions/0014-matching.md gives reasons for; no data set was used to choose them.
 */
export const categoryWeights: Readonly<Record<Requirement['category'], number>> = {
  skill: 40,
  experience: 20,
  title: 12,
  task: 10,
  location: 10,
  language: 6,
  education: 6,
}

export const importanceWeights: Readonly<Record<Importance, number>> = { must: 4, should: 2, nice: 1 }
