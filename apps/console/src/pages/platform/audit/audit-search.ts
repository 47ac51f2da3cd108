// The query of the page, which anyone can write by hand.
export type AuditSearch = { company: string; actor: string; action: string; subject: string }

const names = ['company', 'actor', 'action', 'subject'] as const

export function readAuditSearch(raw: Readonly<Record<string, unknown>>): AuditSearch {
  const read = (name: (typeof names)[number]) => {
    const value = raw[name]
    // The router reads a text of digits as a number.
    return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  }
  return { company: read('company'), actor: read('actor'), action: read('action'), subject: read('subject') }
}

/** Filters that are not set are left out. */
export function writeAuditSearch(search: AuditSearch): Partial<AuditSearch> {
  return Object.fromEntries(names.flatMap((name) => (search[name] === '' ? [] : [[name, search[name]]])))
}

export function filtersOf({ actor, action, subject }: AuditSearch) {
  return {
    actorId: actor === '' ? null : actor,
    action: action === '' ? null : action,
    subjectId: subject === '' ? null : subject,
  }
}
