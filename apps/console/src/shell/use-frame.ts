// What the frame around every page shows: the companies of the user, and name and balance of the current one. Only
// admins may read the balance.
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useMatches, useParams } from '@tanstack/react-router'
import { useConsole, useSessionState } from '../console-context.ts'
import type { Ask } from '../graphql/create-ask.ts'
import { ConsoleFault, toConsoleFault } from '../graphql/console-fault.ts'
import { lastCompany } from './last-company.ts'
import { type CompanyFrameResult, companyFrame, memberships } from './shell.generated.ts'

type OwnCompany = CompanyFrameResult['memberships'][number]

export type FrameData = {
  companies: readonly OwnCompany[]
  company?: CompanyFrameResult['company']
  /** Undefined for members, who may not read it. */
  balance?: NonNullable<CompanyFrameResult['company']['creditBalance']>
}

/** The company in the address, if there is one. */
export function useCompanyId(): string | undefined {
  const { companyId } = useParams({ strict: false }) as { companyId?: string }
  return companyId
}

/** Whether an operator is on a page of the platform, which belongs to no company. */
export function useIsPlatform(): boolean {
  const isForOperators = useMatches({
    select: (matches) => matches.at(-1)?.staticData.page?.who === 'superAdmin',
  })
  const state = useSessionState()
  return isForOperators && state.kind === 'open' && state.session.user.isSuperAdmin
}

/**
 * On a page without a company, such as the account, the frame stays that of the company that was open last. Pages of the
 * platform have none: the balance of one company would be misleading beside figures of all.
 */
export function useFrame(): UseQueryResult<FrameData, ConsoleFault> {
  const { ask } = useConsole()
  const fromAddress = useCompanyId()
  const isPlatform = useIsPlatform()
  const companyId = fromAddress ?? (isPlatform ? undefined : lastCompany())
  return useQuery<FrameData, ConsoleFault>({
    queryKey: ['Frame', companyId],
    queryFn: async ({ signal }) => {
      try {
        return await readFrame(ask, companyId, signal)
      } catch (thrown) {
        // The user has left the company that was open last.
        if (fromAddress !== undefined || toConsoleFault(thrown).code !== 'NOT_FOUND') throw thrown
        return readFrame(ask, undefined, signal)
      }
    },
    meta: { companyId, topics: ['BALANCE', 'COMPANY', 'MEMBERS'] },
  })
}

async function readFrame(ask: Ask, companyId: string | undefined, signal: AbortSignal): Promise<FrameData> {
  if (companyId === undefined) return { companies: (await ask(memberships, {}, signal)).memberships }
  const { memberships: companies, company } = await ask(companyFrame, { companyId }, signal)
  const { creditBalance: balance } = company
  if (balance) return { companies, company, balance }
  const { role } = companies.find((own) => own.companyId === companyId) ?? {}
  // An admin without a balance would be shown what members see.
  if (role === 'ADMIN') throw new ConsoleFault('', { code: 'UNAVAILABLE' })
  return { companies, company }
}
