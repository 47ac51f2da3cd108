import { formatCredits } from '@gatehouse/credits/credit'
import { readMonthSpentByKey } from '@gatehouse/credits/read-usage'
import { keyStatus } from '@gatehouse/keys/api-key'
import { type ListedKey, findListedKey } from '@gatehouse/keys/list-keys'
import { requireUser } from '../../access/authorise.ts'
import type { OperationDeps } from '../../operation-context.ts'
import { defineObject, enumeration, field, listOf, optional, shapes } from '../../schema/shape.ts'

export type ShownKey = ListedKey & { spentMicros: bigint }

const keyStatuses = ['LIVE', 'REVOKED', 'EXPIRED'] as const
const statusNames = { live: 'LIVE', revoked: 'REVOKED', expired: 'EXPIRED' } as const

export const keyStatusType = enumeration(
  'ApiKeyStatus',
  'Whether gateways accept the key: live, revoked or expired.',
  keyStatuses,
)

export const apiKeyType = defineObject<ShownKey>(
  'ApiKey',
  'The credential that a company’s program sends to the gateway. The raw key is not stored: it was shown once. Limits that a company’s ' +
    'admin chose are capped by the current plan. spentThisMonth are the credits charged since the beginning of the month in UTC, which ' +
    'monthlyCreditCap limits. Only super admins see the e-mail address of a super admin who created the key.',
  {
    id: field(shapes.id, (key) => key.id),
    name: field(shapes.string, (key) => key.name),
    hint: field(shapes.string, (key) => key.hint),
    status: field(
      keyStatusType,
      (key, { deps }) => statusNames[keyStatus(key, new Date(deps.clock.wallMs()))],
    ),
    scopes: field(listOf(shapes.string), (key) => key.scopes),
    modelAllowlist: field(optional(listOf(shapes.string)), (key) => key.modelAllowlist),
    rpmLimit: field(shapes.int, (key) => key.rpmLimit),
    tpmLimit: field(shapes.int, (key) => key.tpmLimit),
    monthlyCreditCap: field(optional(shapes.string), ({ monthlyCreditCapMicros }) =>
      monthlyCreditCapMicros === null ? null : formatCredits(monthlyCreditCapMicros),
    ),
    mayReadCompanyUsage: field(shapes.boolean, (key) => key.mayReadCompanyUsage),
    spentThisMonth: field(shapes.string, (key) => formatCredits(key.spentMicros)),
    createdBy: field(optional(shapes.id), (key) => key.createdBy),
    // As in the audit log: admins of a company do not see the addresses of super admins.
    createdByEmail: field(optional(shapes.string), async (key, { viewer }) =>
      key.isCreatorSuperAdmin && !(await requireUser(viewer)).isSuperAdmin ? null : key.createdByEmail,
    ),
    createdAt: field(shapes.time, (key) => key.createdAt),
    expiresAt: field(optional(shapes.time), (key) => key.expiresAt),
    lastUsedAt: field(optional(shapes.time), (key) => key.lastUsedAt),
    revokedAt: field(optional(shapes.time), (key) => key.revokedAt),
    rotatedFromId: field(optional(shapes.id), (key) => key.rotatedFromId),
  },
)

type KeyReader = Pick<OperationDeps, 'database' | 'databases'>

/** Adds what the keys have spent this month. */
export async function showKeys(
  { databases }: KeyReader,
  companyId: string,
  keys: readonly ListedKey[],
): Promise<ShownKey[]> {
  const spent = await readMonthSpentByKey(databases.of(companyId), {
    companyId,
    keyIds: keys.map(({ id }) => id),
  })
  return keys.map((key) => ({ ...key, spentMicros: spent.get(key.id) ?? 0n }))
}

/** Throws NOT_FOUND unless the key belongs to the company. */
export async function showKey(deps: KeyReader, companyId: string, keyId: string): Promise<ShownKey> {
  const key = await findListedKey(deps.database, companyId, keyId)
  const [shown] = await showKeys(deps, companyId, [key])
  return shown ?? { ...key, spentMicros: 0n }
}
