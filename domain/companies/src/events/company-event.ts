// Says that something of a company changed, and never what: a page that shows it asks again. Events may be lost, for
// example while Redis is unreachable; they save polling and nothing depends on them.
export const companyTopics = [
  /** Events are received from now on; earlier changes may have been missed. Also sent after an interruption. */
  'READY',
  'BALANCE',
  'BILLING',
  'CALLS',
  'COMPANY',
  'DOCUMENTS',
  'JOBS',
  'KEYS',
  'MATCHES',
  'MEETINGS',
  'MEMBERS',
  'TALENTS',
  'TASKS',
] as const
export type CompanyTopic = (typeof companyTopics)[number]
export type ChangeTopic = Exclude<CompanyTopic, 'READY'>

/** Topics of what only admins may read. */
export const adminTopics: ReadonlySet<CompanyTopic> = new Set([
  'BALANCE',
  'BILLING',
  'CALLS',
  'KEYS',
  'MEMBERS',
])

export type CompanyEvent = {
  topic: CompanyTopic
  /** The object that changed; null if it is not known, or if several did. */
  id: string | null
  at: Date
}

/** Never throws and never waits. Called after the commit, so that a reader who asks immediately sees the change. */
export type PublishCompanyEvent = (companyId: string, topic: ChangeTopic, id?: string) => void

/** Merges two events of one topic into the later one. */
export function mergeEvents(former: CompanyEvent, later: CompanyEvent): CompanyEvent {
  return former.id === later.id ? later : { ...later, id: null }
}
