import { Link } from '@tanstack/react-router'
import { Panel } from '../../../../parts/panel.tsx'
import { Badge } from '../../../../parts/text/badge.tsx'
import { Moment } from '../../../../parts/text/moment.tsx'
import { rotateTexts as texts } from '../../../../words/en/settings/key.ts'
import type { ApiKeyDetailResult } from '../key.generated.ts'

type Sibling = ApiKeyDetailResult['siblings']['nodes'][number]

const quietMs = 86_400_000

type RotationPanelProps = { companyId: string; data: ApiKeyDetailResult }

/** While the old key and its successor are both live: when each was last used, and what to do next. */
export function RotationPanel({ companyId, data: { apiKey, siblings } }: RotationPanelProps) {
  const pair = findPair(apiKey.id, siblings.nodes)
  if (!pair) return null
  const { old, successor } = pair
  const address = (id: string) => `/c/${companyId}/profile/api-keys/${id}`
  const isQuiet = isQuietKey(old)
  return (
    <Panel title={texts.panel}>
      <div className="stack">
        <div className="columns">
          <RotatedKey label={texts.old} sibling={old} isHere={old.id === apiKey.id} to={address(old.id)} />
          <RotatedKey
            label={texts.successor}
            sibling={successor}
            isHere={successor.id === apiKey.id}
            to={address(successor.id)}
          />
        </div>
        <div className="row-line">
          <p role="status">{adviceOf(old, successor)}</p>
          <Link
            className="button"
            data-kind={isQuiet ? 'primary' : 'danger'}
            to={address(old.id)}
            search={{ dialog: 'revoke' }}
          >
            {texts.revokeOld}
          </Link>
        </div>
      </div>
    </Panel>
  )
}

type RotatedKeyProps = { label: string; sibling: Sibling; isHere: boolean; to: string }

function RotatedKey({ label, sibling: { name, hint, lastUsedAt }, isHere, to }: RotatedKeyProps) {
  return (
    <div className="rotated">
      <p className="soft small">{label}</p>
      <p className="row-title">
        {isHere ? `${name} …${hint}` : <Link to={to}>{`${name} …${hint}`}</Link>}
        {isHere ? <Badge tone="accent">{texts.thisOne}</Badge> : null}
      </p>
      <p className="small">
        {lastUsedAt === null ? (
          texts.never
        ) : (
          <>
            {texts.lastUsed} <Moment at={lastUsedAt} as="ago" />
          </>
        )}
      </p>
    </div>
  )
}

/** The newest live successor of a live key, seen from either of them. */
function findPair(keyId: string, siblings: readonly Sibling[]) {
  const live = siblings.filter(({ status }) => status === 'LIVE')
  const successor = live.find(
    ({ id, rotatedFromId }) =>
      [id, rotatedFromId].includes(keyId) && live.some((other) => other.id === rotatedFromId),
  )
  const old = live.find(({ id }) => id === successor?.rotatedFromId)
  return successor && old ? { old, successor } : undefined
}

function isQuietKey({ lastUsedAt }: Sibling): boolean {
  return lastUsedAt === null || Date.now() - Date.parse(lastUsedAt) > quietMs
}

function adviceOf(old: Sibling, successor: Sibling): string {
  if (old.lastUsedAt === null) return texts.quietNever
  if (isQuietKey(old)) return texts.quiet
  return successor.lastUsedAt === null ? texts.waitForNew : texts.waitForOld
}
