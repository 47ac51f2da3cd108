/**
 * Who may read a field. `asParent` is for fields of an object type: access to the object implies access to the field.
 * `companyMember` and `companyAdmin` refer to the company named by the operation's `companyId`; to users outside that
 * company it looks as if it did not exist. A super admin may do whatever an admin of any company may.
 */
export type AccessLevel = 'anyone' | 'user' | 'companyMember' | 'companyAdmin' | 'superAdmin' | 'asParent'

/** Maps type name and field name to the required access level. */
export type AccessTable = Readonly<Record<string, Readonly<Record<string, AccessLevel>>>>
