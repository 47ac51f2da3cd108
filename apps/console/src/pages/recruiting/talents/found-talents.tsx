import { Link } from '@tanstack/react-router'
import { useAsked } from '../../../graphql/use-asked.ts'
import { Empty } from '../../../parts/states/empty.tsx'
import { Loaded } from '../../../parts/states/loaded.tsx'
import { Skeleton } from '../../../parts/states/skeleton.tsx'
import { talentsTexts as texts } from '../../../words/en/recruiting/talents.ts'
import { formatExperience } from './experience.ts'
import { maskContact } from './mask-contact.ts'
import { type TalentSearchResult, talentSearch } from './talents.generated.ts'

type Found = TalentSearchResult['searchDocuments'][number]

/** The most that the server returns. */
const foundMax = 20

export function FoundTalents({ companyId, words }: { companyId: string; words: string }) {
  const asked = useAsked(talentSearch, { companyId, words }, { topics: ['DOCUMENTS', 'TALENTS'] })
  return (
    <Loaded asked={asked} skeleton={<Skeleton lines={6} height={64} />}>
      {(data) => (
        <section
          className="stack"
          aria-label={texts.found}
          data-outdated={asked.isPlaceholderData || undefined}
        >
          <p role="status" className="small">
            <strong>{texts.foundCount(data.searchDocuments.length)}</strong>
          </p>
          {data.searchDocuments.length === 0 ? (
            <div className="panel">
              <Empty icon="search" title={texts.foundNone}>
                <p>{texts.foundNoneText}</p>
              </Empty>
            </div>
          ) : (
            <ul className="panel found">
              {data.searchDocuments.map((found) => (
                <FoundRow key={found.id} companyId={companyId} found={found} />
              ))}
            </ul>
          )}
          <Reach data={data} />
        </section>
      )}
    </Loaded>
  )
}

function FoundRow({ companyId, found }: { companyId: string; found: Found }) {
  const { id, talentId, talent, excerpt } = found
  const place =
    talent === null || talentId === null
      ? `/c/${companyId}/documents/${id}`
      : `/c/${companyId}/talents/${talentId}`
  const months = talent?.experienceMonths ?? null
  const about = [talent?.location ?? '', months === null ? '' : formatExperience(months)].filter(Boolean)
  return (
    <li>
      <Link className="found-link" to={place}>
        <span className="found-head">
          <span className="found-title">
            {talent === null ? texts.otherFile : (talent.headline ?? talent.currentRole ?? texts.unnamed)}
          </span>
          <span className="soft small figures">{texts.shortId(talentId ?? id)}</span>
          <span className="soft small found-about">{about.join(', ')}</span>
        </span>
        <span className="found-excerpt">
          <Excerpt text={maskContact(excerpt)} />
        </span>
      </Link>
    </li>
  )
}

/** The server encloses what was found in these marks. */
function Excerpt({ text }: { text: string }) {
  const parts = text.split(/[«»]/)
  return parts.map((part, index) =>
    index % 2 === 1 ? (
      // Parts have no other identity than their place.
      // oxlint-disable-next-line react/no-array-index-key
      <mark key={index}>{part}</mark>
    ) : (
      part
    ),
  )
}

/** How far the search looked, so that finding nothing means something. */
function Reach({ data: { searchDocuments, backgroundTasks } }: { data: TalentSearchResult }) {
  const unread = backgroundTasks.nodes.filter(({ kind }) => kind === 'read-document').length
  const count = backgroundTasks.hasNextPage ? `${unread}+` : String(unread)
  return (
    <div className="soft small">
      {searchDocuments.length === 0 ? null : (
        <p>{searchDocuments.length >= foundMax ? texts.foundBest : texts.foundAll}</p>
      )}
      <p>
        {texts.reach} {unread === 0 ? null : texts.unread(count)}
      </p>
      {searchDocuments.length === 0 ? null : <p>{texts.excerptNote}</p>}
    </div>
  )
}
