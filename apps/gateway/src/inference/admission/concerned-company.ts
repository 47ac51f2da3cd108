// Reads the header that names the company on whose behalf the platform makes a call. Only keys of the platform's own
// company may send it.
import { platformCompanyId } from '@gatehouse/companies/platform-company'
import type { HttpRequest } from '@gatehouse/http/define-route'
import type { ApiKey } from '@gatehouse/keys/api-key'
import type { ServiceNames } from '@gatehouse/models/service-names'
import { isUuid } from '@gatehouse/runtime/ids'
import { bodyInvalid, concernedCompanyDenied } from '../../gateway-faults.ts'

/** Other callers are refused rather than ignored, so that no cost can be attributed to the wrong company. */
export function readConcernedCompany(
  { headers, context }: Pick<HttpRequest, 'headers' | 'context'>,
  { key, names }: { key: Pick<ApiKey, 'companyId'>; names: ServiceNames },
): string | undefined {
  const header = names.header('concerned-company')
  const given = headers[header]
  if (given === undefined) return undefined
  if (key.companyId !== platformCompanyId) throw concernedCompanyDenied(header)
  const companyId = given.toString().toLowerCase()
  if (!isUuid(companyId)) throw bodyInvalid(`${header} must be the id of a company.`)
  context.addLogFields({ concerned_company_id: companyId })
  return companyId
}
