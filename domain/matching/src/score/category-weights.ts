import type { Importance, Requirement } from '@gatehouse/jobs/job-facts'

/**
 * Weight of each category among those with data to compare. docs/decisions/0014-matching.md gives the reasons for the
 * proportions; no data set was used to choose them.
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
