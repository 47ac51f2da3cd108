// What a search over all that a person may read returns: enough to show a line and to link to the object.
export const foundKinds = [
  'COMPANY',
  'JOB',
  'TALENT',
  'DOCUMENT',
  'MEETING',
  'KEY',
  'MEMBER',
  'CALL',
  'PURCHASE',
  'INVOICE',
] as const
export type FoundKind = (typeof foundKinds)[number]

export type Found = {
  kind: FoundKind
  id: string
  companyId: string
  /** The name by which people know the object. */
  title: string
  /** A word that distinguishes objects of the same name, such as a status. */
  detail: string | null
}

/** The companies whose objects the person may find. */
export type FindScope = {
  /** Those in which the person is a member. */
  readable: readonly string[]
  /** Those of `readable` in which the person may also read keys, calls, money and members. */
  administered: readonly string[]
}

export const foundPerKindMax = 5
export const foundMax = 20
