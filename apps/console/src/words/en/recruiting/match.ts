export const matchTexts = {
  back: (job: string) => `Matches of ${job}`,
  of: (place: number, count: number) => `${place} of ${count}`,
  previous: 'Previous match',
  next: 'Next match',
  coverage: (percent: number) => `Coverage ${percent}%`,
  showName: 'Show name',
  openTalent: 'Open the talent',
  noName: 'The CV names no one',
  shown: 'Recorded in the audit log',
  missing: 'Not among the matches of this job',
  missingText: 'The talent is not among the best hundred of the job, was withdrawn, or does not exist.',
  outdated: 'This score is about to be computed again',
  outdatedText: 'The job or the talent has changed since it was computed, so its reasons are not shown.',
} as const

export const waterfallTexts = {
  caption: (score: string, band: string) => `${score} points: ${band}`,
  label: 'Points of the requirements',
  start: (band: string) => `Start of the band “${band.toLowerCase()}”`,
  end: 'Score',
  adds: (points: string, most: string) => `+${points} of ${most}`,
  plus: '+',
  equals: '=',
} as const

export const requirementTexts = {
  title: 'Requirements',
  hint: 'Press j and k to move between requirements.',
  importance: { must: 'Must', should: 'Should', nice: 'Nice' } as Readonly<Record<string, string>>,
  points: (adds: string) => `+${adds}`,
  judged: 'Judged by a model',
  crossedOut: 'Crossed out',
  assumed: 'Assumed met',
  crossOut: 'Cross out',
  assume: 'Assume met',
  crossOutOf: (text: string) => `Cross out: ${text}`,
  assumeOf: (text: string) => `Assume met: ${text}`,
} as const

export const whatIfTexts = {
  title: 'What if',
  text: (score: string, change: string) => `The score would be ${score} (${change}).`,
  clear: 'Back to the match as it is',
} as const

export const linesTexts = {
  title: 'Lines of the CV',
  text: 'Only lines that facts are taken from. Lines that say who it is are hidden.',
  none: 'No lines of the CV are evidence.',
} as const

export const questionTexts = {
  title: 'What to ask',
  text: 'Sorted by what an answer would add to the score.',
  none: 'No answer would raise the score.',
  wouldAdd: (points: string) => `would add ${points}`,
} as const
