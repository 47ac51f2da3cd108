// The platform's own company. Its keys make the calls of the platform itself, which are metered like any other and never
// refused for credits; that it is postpaid is a constraint of the database.

/** The same in every installation, so that a gateway knows its keys without asking. */
export const platformCompanyId = '00000000-0000-7000-8000-000000000001'
export const platformCompanyName = 'Gatehouse platform'
