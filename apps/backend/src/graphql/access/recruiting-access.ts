// Access to the operations on single recruiting objects.

export const recruitingQueries = {
  document: 'companyMember',
  job: 'companyMember',
  match: 'companyMember',
  matchHistory: 'companyMember',
  meeting: 'companyMember',
  previewJob: 'companyMember',
  scoreWhatIf: 'companyMember',
} as const

export const recruitingMutations = {
  setTalentStatus: 'companyMember',
} as const
