// The platform's own company. Its keys make the platform's own calls, which are metered like any other and never
// rejected for lack of credits; a database constraint makes it postpaid.

/** The same in every installation, so that a gateway recognises the company without a query. */
export const platformCompanyId = '00000000-0000-7000-8000-000000000001'
