/**
 * Who may read a field. `asParent` is for the fields of an object: whoever was given the object. The two of the company
 * are about the company that the field's `companyId` names; for whoever does not belong to it, it does not exist. A super
 * admin may do what an admin of any company may.
 */
export type AccessLevel = 'anyone' | 'user' | 'companyMember' | 'companyAdmin' | 'superAdmin' | 'asParent'

/** Type → field → who may read it. */
export type AccessTable = Readonly<Record<string, Readonly<Record<string, AccessLevel>>>>
