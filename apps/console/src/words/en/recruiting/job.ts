export const jobTexts = {
  back: 'Jobs',
  tabs: 'Parts of the job',
  matchesTab: 'Matches',
  textTab: 'Text',
  historyTab: 'History',
  activate: 'Activate',
  pause: 'Pause',
  rematch: 'Match again',
  close: 'Close',
  reopen: 'Reopen as a draft',
  closeTitle: 'Close the job?',
  closeText: 'Its matches are deleted. A closed job cannot be changed; its text can be used for a new one.',
  closeConfirm: 'Close the job',
  keep: 'Keep it open',
} as const

export const jobMatchTexts = {
  list: 'Best matches',
  talent: 'Talent',
  score: 'Score',
  band: 'Fit',
  requirements: 'Requirements',
  missing: 'Not shown or contradicted',
  coverage: 'Coverage',
  upload: 'Upload CVs',
  none: 'No matches yet',
  noneText:
    'Upload CVs to the documents of your company. Each CV becomes a talent and is compared with this job.',
  inactive: 'Only active jobs are matched',
  inactiveText: 'Activate the job to see who fits.',
  outdated: 'Changed since',
  outdatedText: 'The job or the talent has changed since this score was computed.',
  flagged: 'Addresses the reader',
  blind:
    'Names are hidden. A job keeps its best hundred matches. Coverage is the share of the job about which the CV says something.',
} as const

export const queueTexts = {
  matchedAt: 'Last matched',
  utc: 'UTC',
  never: 'Not matched yet',
  waiting: 'The job is waiting to be matched.',
  inProgress: 'The job is being matched.',
  failed: 'The job could not be matched. Match it again, or change its text.',
  cvs: (count: number) => (count === 1 ? '1 CV is being read.' : `${count} CVs are being read.`),
  talents: (count: number) =>
    count === 1
      ? '1 new talent is to be compared.'
      : `${count.toLocaleString('en')} new talents are to be compared.`,
  judgement: 'A model is to judge some of the best matches.',
  stopped: 'Matching is stopped at the moment; queued work waits.',
} as const

export const jobTextTexts = {
  text: 'Text',
  edit: 'Edit the text',
  save: 'Save the text',
  cancel: 'Cancel',
  title: 'Title',
  posting: 'Text of the posting',
  isCorrected: 'The correction is saved',
  saved: 'Changes are saved at once, and stay when the text is read again.',
  closed: 'The job is closed, so nothing can be changed.',
} as const

export const historyTexts = {
  title: 'History',
  created: 'Created',
  published: 'First activated',
  updated: 'Last changed',
  version: 'Version',
  matched: 'Last matched',
  closes: 'Closes',
  never: 'Never',
  open: 'No date set',
  utc: 'Times are in UTC. Admins see who changed what in the audit log.',
} as const
