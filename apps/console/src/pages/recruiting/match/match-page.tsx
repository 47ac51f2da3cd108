import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useAsked } from '../../../graphql/use-asked.ts'
import { BackLink, PageHead } from '../../../parts/page-head.tsx'
import { Empty } from '../../../parts/states/empty.tsx'
import { Loaded } from '../../../parts/states/loaded.tsx'
import { Notice } from '../../../parts/states/notice.tsx'
import { Skeleton } from '../../../parts/states/skeleton.tsx'
import { useCompanyId } from '../../../shell/use-frame.ts'
import { matchTexts as texts } from '../../../words/en/recruiting/match.ts'
import { hiddenName } from '../../../words/en/recruiting/matches.ts'
import { pageTitles } from '../../../words/en/pages.ts'
import { Evidence } from './evidence.tsx'
import { MatchHead } from './match-head.tsx'
import { type MatchSearch, readMatchSearch, writeMatchSearch } from './match-search.ts'
import { type MatchIfResult, type MatchResult, match as matchOperation, matchIf } from './match.generated.ts'

/** Why a talent scores what it scores, requirement by requirement, beside the lines that show it. */
export function MatchPage() {
  const companyId = useCompanyId() ?? ''
  const { jobId = '', talentId = '' } = useParams({ strict: false }) as { jobId?: string; talentId?: string }
  const search = readMatchSearch(useSearch({ strict: false }))
  const navigate = useNavigate()
  const job = `/c/${companyId}/jobs/${jobId}`
  const asked = useMatch({ companyId, jobId, talentId }, search)
  const onSearch = (next: MatchSearch) =>
    void navigate({
      to: `${job}/matches/${talentId}`,
      search: writeMatchSearch(next),
      replace: true,
      resetScroll: false,
    })
  const isMissing = asked.data === undefined && asked.error?.code === 'NOT_FOUND'
  return (
    <div className="page">
      <BackLink to={job}>{texts.back(asked.data?.job.title ?? pageTitles.job)}</BackLink>
      {asked.data === undefined ? <PageHead title={hiddenName(talentId)} /> : null}
      {isMissing ? (
        <div className="panel">
          <Empty icon="talents" title={texts.missing}>
            <p>{texts.missingText}</p>
          </Empty>
        </div>
      ) : (
        <Loaded asked={asked} skeleton={<Skeleton lines={3} height={180} />}>
          {(data) => (
            // Each talent begins blind, so nothing of the one before is kept.
            <div key={talentId} className="stack">
              <MatchHead name={{ companyId, jobId, talentId }} data={data} />
              {data.match.talentId !== talentId ? (
                <Skeleton lines={3} height={180} />
              ) : data.match.isUpToDate ? (
                <Evidence data={data} search={search} onSearch={onSearch} />
              ) : (
                <Notice tone="info" title={texts.outdated}>
                  <p>{texts.outdatedText}</p>
                </Notice>
              )}
            </div>
          )}
        </Loaded>
      )}
    </div>
  )
}

type MatchName = { companyId: string; jobId: string; talentId: string }

/** One request, also with assumptions. */
function useMatch(name: MatchName, { without, met }: MatchSearch) {
  const isWhatIf = without.length + met.length > 0
  const topics = ['MATCHES', 'JOBS', 'TALENTS'] as const
  const asIs = useAsked<MatchResult & Partial<MatchIfResult>, MatchName>(matchOperation, name, {
    topics,
    isEnabled: !isWhatIf,
  })
  const assumed = met.map((requirementId) => ({ requirementId, status: 'MET' as const }))
  const ifAssumed = useAsked(matchIf, { ...name, without, with: assumed }, { topics, isEnabled: isWhatIf })
  if (!isWhatIf) return asIs
  // The match as it is stays until the first answer with assumptions comes.
  return ifAssumed.data || ifAssumed.error ? ifAssumed : { ...ifAssumed, data: asIs.data }
}
