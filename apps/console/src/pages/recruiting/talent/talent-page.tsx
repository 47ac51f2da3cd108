import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useConsole } from '../../../console-context.ts'
import { useAsked } from '../../../graphql/use-asked.ts'
import { BackLink, PageHead } from '../../../parts/page-head.tsx'
import { Loaded } from '../../../parts/states/loaded.tsx'
import { Notice } from '../../../parts/states/notice.tsx'
import { Skeleton } from '../../../parts/states/skeleton.tsx'
import { Badge } from '../../../parts/text/badge.tsx'
import { useCompanyId } from '../../../shell/use-frame.ts'
import { statusTexts, talentTexts as texts } from '../../../words/en/recruiting/talent.ts'
import { formatExperience } from '../talents/experience.ts'
import type { BlindDetail } from './blind-detail.ts'
import type { Correction } from './correct/correction.ts'
import { CorrectionDialog } from './correct/correction-dialog.tsx'
import { IdentityPanel } from './identity-panel.tsx'
import { RolesPanel } from './roles-panel.tsx'
import { SkillsPanel } from './skills-panel.tsx'
import { TalentActions } from './talent-actions.tsx'
import { EducationPanel, LanguagesPanel } from './studies-panels.tsx'
import { FlaggedPanel, JobsPanel, LocationPanel, PapersPanel } from './side-panels.tsx'
import { talentDetail } from './talent.generated.ts'

export function TalentPage() {
  const companyId = useCompanyId() ?? ''
  const { talentId = '' } = useParams({ strict: false }) as { talentId?: string }
  const asked = useAsked(talentDetail, { companyId, talentId }, { topics: ['TALENTS', 'MATCHES'] })
  const talent = asked.data?.talent
  return (
    <div className="page">
      <BackLink to={`/c/${companyId}/talents`}>{texts.back}</BackLink>
      <PageHead
        title={talent?.headline ?? texts.title}
        text={talent ? <Subtitle talent={talent} /> : undefined}
        actions={talent ? <TalentActions companyId={companyId} talent={talent} /> : undefined}
      />
      <Loaded asked={asked} skeleton={<Skeleton lines={1} height={420} />}>
        {(data) => <TalentBody key={data.talent.id} companyId={companyId} talent={data.talent} />}
      </Loaded>
    </div>
  )
}

function Subtitle({ talent: { id, experienceMonths, isCorrected } }: { talent: BlindDetail }) {
  return (
    <span className="row-line-text">
      <span>{texts.id(id)}</span>
      {experienceMonths === null ? null : (
        <span>{texts.experienceOf(formatExperience(experienceMonths))}</span>
      )}
      {isCorrected ? <Badge tone="accent">{texts.corrected}</Badge> : null}
    </span>
  )
}

function TalentBody({ companyId, talent }: { companyId: string; talent: BlindDetail }) {
  const { queries } = useConsole()
  const [correction, setCorrection] = useState<Correction>()
  const cv = talent.documents.find(({ kind }) => kind === 'CV')
  const documentPath = cv ? `/c/${companyId}/documents/${cv.id}` : undefined
  const part = { companyId, talent, documentPath, onCorrect: setCorrection }
  return (
    <div className="stack-3">
      {talent.status === 'WITHDRAWN' ? (
        <Notice tone="warn" title={statusTexts.withdrawn}>
          <p>{statusTexts.withdrawnText}</p>
        </Notice>
      ) : null}
      <div className="talent">
        <div className="stack-3">
          <RolesPanel {...part} />
          <SkillsPanel {...part} />
          <EducationPanel {...part} />
          <LanguagesPanel {...part} />
        </div>
        <div className="stack-3">
          <IdentityPanel {...part} />
          <JobsPanel {...part} />
          <LocationPanel {...part} />
          <FlaggedPanel {...part} />
          <PapersPanel {...part} />
        </div>
      </div>
      {correction ? (
        <CorrectionDialog
          companyId={companyId}
          talent={talent}
          correction={correction}
          onClose={() => setCorrection(undefined)}
          onCorrected={() => void queries.invalidateQueries({ queryKey: [talentDetail.name] })}
        />
      ) : null}
    </div>
  )
}
