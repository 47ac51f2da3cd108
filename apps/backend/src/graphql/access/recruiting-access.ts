// Access to the operations on single recruiting objects.

export const recruitingQueries = {
  document: 'companyMember',
  job: 'companyMember',
  match: 'companyMember',
  meeting: 'companyMember',
} as const
