import type { Column } from '../../../parts/grid/grid.tsx'
import { Badge } from '../../../parts/text/badge.tsx'
import { Moment } from '../../../parts/text/moment.tsx'
import { talentsTexts as texts } from '../../../words/en/recruiting/talents.ts'
import { formatExperience } from './experience.ts'
import type { TalentsResult } from './talents.generated.ts'

export type BlindTalent = TalentsResult['talents']['nodes'][number]

export const talentColumns: readonly Column<BlindTalent>[] = [
  {
    name: 'talent',
    title: texts.talent,
    width: 'minmax(150px, 2fr)',
    cell: ({ id, headline, currentRole }) => (
      <>
        {headline ?? currentRole ?? texts.unnamed} <span className="soft figures">{texts.shortId(id)}</span>
      </>
    ),
  },
  {
    name: 'skills',
    title: texts.skills,
    width: 'minmax(160px, 2fr)',
    isMinor: true,
    cell: ({ topSkills }) => topSkills.join(', '),
  },
  {
    name: 'location',
    title: texts.location,
    width: 'minmax(120px, 1fr)',
    isMinor: true,
    cell: ({ location }) => location,
  },
  {
    name: 'experience',
    title: texts.experience,
    width: '100px',
    isNumber: true,
    cell: ({ experienceMonths }) => (experienceMonths === null ? null : formatExperience(experienceMonths)),
  },
  {
    name: 'status',
    title: texts.status,
    width: '100px',
    isMinor: true,
    cell: ({ status }) => (
      <Badge tone={status === 'ACTIVE' ? 'good' : 'neutral'}>{texts.statuses[status]}</Badge>
    ),
  },
  {
    name: 'changed',
    title: texts.changed,
    width: '116px',
    isMinor: true,
    cell: ({ updatedAt }) => <Moment at={updatedAt} as="ago" />,
  },
]
