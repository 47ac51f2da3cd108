// The query of the page, which anyone can write by hand.
import { type CompanyState, companyStateTexts } from '../../../words/en/platform/companies.ts'

export const companyStates = Object.keys(companyStateTexts) as CompanyState[]

export type CompaniesSearch = { name: string; state: CompanyState | null; isCreating: boolean }

/** The router reads a name of digits as a number. */
export function readCompaniesSearch(raw: Readonly<Record<string, unknown>>): CompaniesSearch {
  const { name, state, create } = raw
  return {
    name: typeof name === 'string' || typeof name === 'number' ? String(name) : '',
    state: companyStates.find((known) => known === state) ?? null,
    isCreating: create === true,
  }
}

/** Defaults are left out, so that the plain address is the usual view. */
export function writeCompaniesSearch({ name, state, isCreating }: CompaniesSearch): Record<string, unknown> {
  return {
    ...(name === '' ? {} : { name }),
    ...(state === null ? {} : { state }),
    ...(isCreating ? { create: true } : {}),
  }
}
