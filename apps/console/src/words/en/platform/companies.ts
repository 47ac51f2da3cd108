import type { PlatformCompaniesResult } from '../../../pages/platform/companies/companies.generated.ts'

export type CompanyState = PlatformCompaniesResult['companies']['nodes'][number]['state']
type BillingMode = PlatformCompaniesResult['companies']['nodes'][number]['billingMode']

export const companyStateTexts: Record<CompanyState, string> = {
  ACTIVE: 'Active',
  OUT_OF_CREDITS: 'Out of credits',
  OVERDUE: 'Overdue',
  PAUSED: 'Paused',
  SUSPENDED: 'Suspended',
}

export const billingModeTexts: Record<BillingMode, string> = { PREPAID: 'Prepaid', POSTPAID: 'Postpaid' }

export const companiesTexts = {
  title: 'Companies',
  text: 'All customers, newest first. Open one to see why its calls fail.',
  create: 'Create a company',
  list: 'Companies',
  search: 'Part of the name',
  state: 'State',
  anyState: 'Any state',
  name: 'Name',
  billing: 'Billing',
  balance: 'Balance',
  spend: 'Spent in 30 days',
  keys: 'Keys',
  members: 'People',
  created: 'Since',
  utc: 'Credits. Days are in UTC.',
  none: 'No company fits',
  noneText: 'Try a shorter part of the name, or any state.',
  showAll: 'Show all companies',
  createText:
    'It starts without credits and without people. Invite its first admin afterwards, under Members.',
  cancel: 'Cancel',
} as const
